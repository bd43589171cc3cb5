// The entry to films and sounds.
import { Player } from "./player.js";
import { listenForPress, play } from "./sound.js";

/** Each button has its sound: one for committing, selecting and going back, and one for all others. */
function pressed({ target }) {
  const button = target.closest("button, a, [role=button], [data-can], label");
  if (!button || button.disabled) return;
  play(
    button.matches(".go") ? "commit" : button.matches(".back") ? "back" : button.matches("[data-can]") ? "pick" : "tap",
  );
}

/** @param {{ board: any, table: () => any }} parts */
export function startMotion(parts) {
  listenForPress();
  addEventListener("click", pressed, true);
  return new Player({ ...parts, sound: play });
}
