// Films and sounds, loaded after the table itself; until then, or if they can't be loaded, nothing moves.
import { h, pageData } from "../common/dom.js";

const NOTHING = {
  prepare() {},
  show() {},
  then: (run) => run(),
  acted() {},
  again() {},
  mute() {},
  settings() {},
  sound() {},
};
/** @type {any} */
export let motion = NOTHING;

/** Loads them once the browser is idle. */
export function loadMotion(parts) {
  const { motion: files } = pageData();
  const load = async () => {
    const sheet = h("link", { rel: "stylesheet", href: files.sheet });
    const looks = new Promise((done) => sheet.onload = sheet.onerror = done);
    document.head.append(sheet);
    const [{ startMotion }] = await Promise.all([import(files.script), looks]);
    motion = startMotion(parts);
    if (parts.table()) motion.show(null, []);
  };
  (globalThis.requestIdleCallback ?? setTimeout)(() => load().catch(() => {}));
}
