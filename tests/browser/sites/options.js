// What a simulated site can be told: by its address (?answerDelay=500&rich=true) when it loads, by
// __site.options({ … }) at any time. Each layout has its own values for some of them.

/** Accessible labels, in the two languages that a simulated site speaks. */
export const LABELS = {
  en: { send: "Send", sendPrompt: "Send prompt", sendMessage: "Send message", stop: "Stop", stopStreaming: "Stop streaming",
    stopResponse: "Stop response", remove: "Remove ", voice: "Start voice mode", edit: "Edit message", copy: "Copy" },
  zh: { send: "发送", sendPrompt: "发送提示", sendMessage: "发送消息", stop: "停止", stopStreaming: "停止流式传输",
    stopResponse: "停止回答", remove: "移除 ", voice: "启动语音模式", edit: "编辑消息", copy: "复制" },
};

export const DEFAULTS = {
  answerDelay: 60, // ms from the send to the answer's node
  chunkDelay: 20, // ms between two pieces of an answer
  chunks: 3, // pieces of a plain answer
  idDelay: 250, // ms until the address gets the conversation's id
  sendDelay: 0, // ms that send stays disabled after text came
  noSend: false, // no send control at all: Enter alone sends
  answer: "", // a fixed answer instead of a numbered one
  rich: false, // answers with code, table, lists, math, links, thinking, citations
  image: false, // answers of a picture alone
  refuse: 0, // that many sends are refused: drawn, removed, the text bounces back
  bounce: true, // whether a refused text comes back into the composer
  refuseDelay: 400, // ms until a refused turn is gone
  window: 0, // mounted exchanges; 0: all
  history: 0, // exchanges that are there from the start
  thoughts: false, // Gemini: the thoughts are open
  unmounted: 0, // classic ChatGPT: so many first exchanges keep their sections and lose their content
  codemirror: false, // app shell: code in an editor; "gap": one that has not mounted all lines
  temporary: false,
  mention: false, // a menu of suggestions is open
  two: false, // a second composer shows
  draft: "", // what a page keeps in its composer from before
  lang: "en",
  pasteLimit: 3000, // a pasted text of more characters becomes a file
};
