// Pure helpers that read a page: what shows, which control is which. Nothing here knows a site, and
// nothing here changes a page.
(() => {
  "use strict";

  /** Accessible labels, for where a page offers no better sign: English first, then others. */
  const LABELS = Object.freeze({
    send: ("Send|Send prompt|Send message|发送|发送提示|发送提示词|发送消息|傳送|傳送提示|傳送提示詞|傳送訊息|提交|送信|" +
      "プロンプトを送信する|メッセージを送信|보내기|프롬프트 보내기|메시지 보내기|Enviar|Enviar mensaje|Enviar mensagem|" +
      "Envoyer|Envoyer un message|Envoyer le message|Senden|Nachricht senden|Invia|Invia messaggio|Отправить"
    ).split("|"),
    stop: ("Stop|Stop streaming|Stop generating|Stop response|停止|停止流式传输|停止生成|停止响应|停止回复|停止回答|停止串流|" +
      "停止產生|停止回應|停止する|生成を停止|回答を停止|중지|응답 중지|Detener|Detener respuesta|Parar|Parar resposta|" +
      "Arrêter|Arrêter la réponse|Stoppen|Anhalten|Antwort stoppen|Interrompi|Остановить"
    ).split("|"),
  });

  /** How a label begins that takes an attachment away. */
  const REMOVES = /^(?:remove |delete |移除|删除|刪除|quitar |eliminar |supprimer |entfernen|削除)/i;

  /** @param {Element} element */
  function visible(element) {
    if (!element.isConnected || element.closest("[inert]")) return false;
    // Two names of one option: the second since Chrome 121.
    if (!element.checkVisibility({ checkVisibilityCSS: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  }

  /**
   * @param {ParentNode} root
   * @param {string} selector
   */
  function all(root, selector) {
    return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
  }

  /**
   * @param {ParentNode} root
   * @param {string} selector
   */
  function visibleAll(root, selector) {
    return all(root, selector).filter(visible);
  }

  /**
   * @param {Document} doc
   * @param {Record<string, MemoryX.Layout>} layouts
   */
  function layout(doc, layouts) {
    const known = Object.entries(layouts);
    // The window's width switches layouts in place: the composer that shows decides.
    const shown = known.filter(([, { composer }]) => visibleAll(doc, composer).length > 0);
    const found = shown.length ? shown : known.filter(([, { unit }]) => doc.querySelector(unit));
    return found.length === 1 ? (found[0]?.[0] ?? null) : null;
  }

  /**
   * @param {ParentNode} root
   * @param {string} selector
   */
  function onlyVisible(root, selector) {
    const [first, second] = visibleAll(root, selector);
    return first && !second ? first : null;
  }

  /**
   * @param {Element} composer
   * @param {string} selector
   * @param {string} fence
   */
  function container(composer, selector, fence) {
    let at = composer.parentElement;
    while (at && at.localName !== "body" && !at.matches(fence) && !at.querySelector(fence)) {
      if (at.querySelector(selector)) return at;
      at = at.parentElement;
    }
    return null;
  }

  /**
   * @param {Document} doc
   * @param {Element | null} composer
   */
  function suggesting(doc, composer) {
    if (composer?.getAttribute("aria-expanded") === "true") return true;
    if (composer?.getAttribute("aria-activedescendant")) return true;
    return visibleAll(doc, "[role=listbox]").length > 0;
  }

  /** @param {Element} element */
  function disabled(element) {
    return element.hasAttribute("disabled") || element.getAttribute("aria-disabled") === "true";
  }

  /**
   * @param {Element} element
   * @param {readonly string[]} labels
   */
  function labelled(element, labels) {
    const name = (element.getAttribute("aria-label") ?? "").trim().toLowerCase();
    return name !== "" && labels.some((label) => label.toLowerCase() === name);
  }

  /** @param {Element | null} root */
  function removers(root) {
    const named = root ? visibleAll(root, "button[aria-label]") : [];
    return named.filter((button) => REMOVES.test(button.getAttribute("aria-label") ?? "")).length;
  }

  /**
   * @param {Element | null} root
   * @param {(button: HTMLElement) => boolean} isStop
   * @param {(button: HTMLElement) => boolean} isSend
   * @returns {MemoryX.Control}
   */
  function control(root, isStop, isSend) {
    const buttons = root ? visibleAll(root, "button") : [];
    const stop = buttons.find(isStop);
    const element = stop ?? buttons.find(isSend);
    if (!element) return { role: "none", element: null, disabled: true };
    return { role: stop ? "stop" : "send", element, disabled: disabled(element) };
  }

  /**
   * @param {Document} doc
   * @param {string} product
   */
  function title(doc, product) {
    const edge = String.raw`\s*[-–—|\\·]\s*`;
    const own = new RegExp(`^(?:google )?${product}(?:${edge}|$)|(?:^|${edge})(?:google )?${product}$`, "i");
    return doc.title.trim().replace(own, "").trim() || null;
  }

  /** @param {string} value */
  function hash(value) {
    // FNV-1a over 64 bits, https://www.rfc-editor.org/rfc/rfc9923
    let sum = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(value)) {
      sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
    }
    return sum.toString(16).padStart(16, "0");
  }

  globalThis.memoryx.dom = Object.freeze({
    ...{ all, layout, visible, visibleAll, onlyVisible, container, suggesting, disabled, labelled, control },
    ...{ removers, title, hash, LABELS },
  });
})();
