// The entry to films and sounds.
import { Player } from "./player.js";
import { listenForPress, play } from "./sound.js";

/** @param {{ board: any, table: () => any }} parts */
export function startMotion(parts) {
  listenForPress();
  return new Player({ ...parts, sound: play });
}
