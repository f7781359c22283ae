// A ProseMirror composer: what is sent is the editor's state, not what stands in the page.
import { baseKeymap, chainCommands, newlineInCode, splitBlock } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { Schema } from "prosemirror-model";
import { schema as basic } from "prosemirror-schema-basic";
import { EditorState, Plugin, TextSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";

const { doc, paragraph, text, hard_break } = basic.nodes;
const schema = new Schema({
  nodes: { doc: doc.spec, paragraph: paragraph.spec, text: text.spec, hard_break: hard_break.spec },
});

/**
 * @param {HTMLElement} place
 * @param {{ attributes: Record<string, string>, emptyParagraph?: Record<string, string>, breaks: "paragraph" | "br",
 *   submit(via: string): void, changed(): void, pasted(text: string): boolean }} how
 */
export function proseMirror(place, how) {
  const fresh = () => EditorState.create({ schema, plugins });
  const newline = chainCommands(newlineInCode, (state, dispatch) => {
    if (how.breaks === "paragraph") return splitBlock(state, dispatch);
    dispatch?.(state.tr.replaceSelectionWith(schema.nodes.hard_break.create()).scrollIntoView());
    return true;
  });
  const enter = () => {
    how.submit("enter");
    return true;
  };
  const plugins = [
    history(),
    keymap({ Enter: enter, "Mod-Enter": enter, "Shift-Enter": newline, "Alt-Enter": newline }),
    keymap(baseKeymap),
    new Plugin({
      props: {
        attributes: how.attributes,
        handlePaste: (_view, event) => how.pasted(event.clipboardData?.getData("text/plain") ?? ""),
      },
      view: () => ({ update: (_view, before) => before.doc.eq(view.state.doc) || how.changed() }),
    }),
  ];
  let view = new EditorView(place, { state: fresh() });
  return {
    text: () => {
      const { doc: content } = view.state;
      return content.textBetween(0, content.content.size, "\n", "\n");
    },
    /** @param {string} value */
    set(value) {
      const lines = value.split("\n").map((line) => schema.nodes.paragraph.create(null, line ? schema.text(line) : null));
      const { tr, doc: content } = view.state;
      tr.replaceWith(0, content.content.size, value ? lines : schema.nodes.paragraph.create());
      view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)));
    },
    focus: () => view.focus(),
    /** The site builds a new editor; the text is lost. */
    rebuild() {
      const focused = view.hasFocus();
      view.destroy();
      view = new EditorView(place, { state: fresh() });
      if (focused) view.focus();
      how.changed();
    },
  };
}
