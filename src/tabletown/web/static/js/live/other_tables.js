// Your other tables where it's your turn, for the link to the next one; requested only while this table waits for others.
import { connectionState, page, table } from "../table/store.js";

const OFTEN = 30_000;
let waits = 0;
let asked = 0;
let changed = () => {};

export const onOtherTables = (run) => {
  changed = run;
};

async function ask() {
  asked = Date.now();
  const answer = await fetch("/me/tables.json").catch(() => null);
  if (!answer?.ok) return;
  const { tables } = await answer.json();
  const count = tables.filter((one) => one.yours && one.url !== page.url).length;
  if (count === waits) return;
  waits = count;
  changed();
}

/** Whether it's my turn at another table. */
export function otherTables() {
  if (!table?.holds.length || table.asked || connectionState.state !== "open") return false;
  if (table.waiting.some((one) => !one.bot) && Date.now() - asked > OFTEN) ask();
  return waits > 0;
}
