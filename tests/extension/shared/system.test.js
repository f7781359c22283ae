import assert from "node:assert/strict";
import { test } from "node:test";
import { installCommand, systemOf } from "../../../extension/welcome/system.js";

test("each system has its one command; Windows has its own launcher of Python", () => {
  const commands = ["win", "mac", "linux", "cros"].map((os) => installCommand(systemOf(os)));
  assert.deepEqual(commands, ["py installer", ...Array(3).fill("python3 installer")]);
});
