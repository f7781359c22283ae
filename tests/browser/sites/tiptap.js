// A TipTap composer, as Claude has it.
import { Editor, Extension } from "@tiptap/core";
import Placeholder from "@tiptap/extension-placeholder";
import StarterKit from "@tiptap/starter-kit";

/**
 * @param {HTMLElement} place
 * @param {{ attributes: Record<string, string>, submit(via: string): void, changed(): void, pasted(text: string): boolean }} how
 */
export function tipTap(place, how) {
  const send = () => {
    how.submit("enter");
    return true;
  };
  const keys = Extension.create({
    name: "send",
    priority: 1000,
    addKeyboardShortcuts: () => ({ Enter: send, "Mod-Enter": send }),
  });
  const make = () =>
    new Editor({
      element: place,
      extensions: [StarterKit, Placeholder.configure({ placeholder: "How can I help you today?" }), keys],
      editorProps: {
        attributes: how.attributes,
        handlePaste: (_view, event) => how.pasted(event.clipboardData?.getData("text/plain") ?? ""),
      },
      onUpdate: () => how.changed(),
    });
  let editor = make();
  return {
    text: () => editor.getText({ blockSeparator: "\n" }),
    /** @param {string} value */
    set(value) {
      const content = value.split("\n").map((line) => ({ type: "paragraph", content: line ? [{ type: "text", text: line }] : [] }));
      editor.commands.setContent({ type: "doc", content }, { emitUpdate: false });
    },
    focus: () => editor.commands.focus(),
    /** The site builds a new editor; the text is lost. */
    rebuild() {
      const { isFocused } = editor;
      editor.destroy();
      editor = make();
      if (isFocused) editor.commands.focus();
      how.changed();
    },
  };
}
