// The golden messages against the schema that the host generates: what the extension may send and
// what it may not is the same on both sides.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Ajv2020 } from "ajv/dist/2020.js";

/** @param {string} path */
const load = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

const contract = load("../../../host/memoryx/contract/schema.json");
const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } });
ajv.addSchema({ $id: "contract", $defs: contract.$defs });

/** @param {{ method: string, params?: unknown }} message */
function fits({ method, params = {} }) {
  const validate = ajv.compile({ $ref: `contract${contract.methods[method].params.$ref}` });
  return validate(params);
}

for (const message of load("../../contract/golden/valid.json")) {
  test(`${message.id} ${message.method} fits the schema`, () => {
    assert.equal(fits(message), true);
  });
}

for (const { why, message } of load("../../contract/golden/invalid.json")) {
  test(`${why} does not fit the schema`, () => {
    assert.equal(fits(message), false);
  });
}
