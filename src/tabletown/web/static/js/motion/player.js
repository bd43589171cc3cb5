// Plays films as messages arrive, and lets everybody continue at once: any press ends them in the same frame.
import { $, calm, h, mark, remembered, toast } from "../common/dom.js";
import { t } from "../common/translate.js";
import { diceShown, filmDice, thrownSince } from "./dice.js";
import { effectsOf, filmEffects } from "./effects.js";
import { filmEnding } from "./endings.js";
import { Film } from "./film.js";
import { filmLosses, lostPlaces } from "./losses.js";
import { filmMoves, movesOf, SPEEDS } from "./moves.js";
import { filmScores, filmStrokes, scoresOf } from "./scores.js";
import { motionSettings } from "./settings.js";
import { muted, setSound } from "./sound.js";
import { Stage } from "./stage.js";

const READ = 2400; // ms that a caption stays
const KEPT = 12; // moves that can be replayed

/** Where the words of this element end on the screen. */
function textEnd(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}

/** The queue stands beside the buttons of the band, which change with every table. */
function arrangeQueue() {
  const row = $("queue");
  if (!row) return;
  row.hidden = false;
  row.classList.remove("bare");
  const band = $("prompt").getBoundingClientRect();
  const buttons = [...$("prompt").querySelectorAll("#full"), ...$("acts").children]
    .map((one) => one.getBoundingClientRect()).filter((box) =>
      box.width && box.top < band.bottom && box.bottom > band.top
    );
  row.style.right = `${band.right - Math.min(band.right, ...buttons.map((box) => box.left)) + 14}px`; // they may be in it
  const free = () => row.getBoundingClientRect().left - 12 - textEnd($("say"));
  if (free() < 0) row.classList.add("bare"); // only marks
  row.hidden = free() < 0;
}

export class Player {
  /** @param {{ board: any, table: () => any, sound: (name: string) => void }} parts */
  constructor({ board, table, sound }) {
    this.board = board;
    this.table = table;
    this.sound = sound;
    this.stage = new Stage(board);
    this.running = new Set();
    this.kept = []; // moves since one's own last answer
    this.lost = []; // places where the next table loses something
    this.dice = []; // dice in the tray of the previous table
    this.next = 0; // when the next move may begin
    this.reading = 0;
    const moved = board.moved;
    board.moved = () => {
      moved();
      this.stage.follow();
    };
    this.stage.follow();
    Object.assign(this.stage.notes, { player: this }); // for tests, which set films to a time
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.skip(), { capture: true });
  }

  get speed() {
    return SPEEDS[remembered("moves", "normal")] ?? SPEEDS.normal;
  }

  get still() {
    return calm.matches || !this.speed.k;
  }

  /** A table arrived, and the board hasn't changed yet. */
  prepare() {
    this.lost = lostPlaces(this.table(), this.board.svg);
  }

  /** Runs this once nothing falls any more: a card would cover it. */
  then(run) {
    const [film] = [...this.running].filter((one) => one.first);
    if (film) film.after(run);
    else run();
  }

  /** A table arrived. `before`: the previous one; `added`: the new elements of the board. */
  show(before, added) {
    const news = this.table();
    arrangeQueue();
    if (before?.asked && JSON.stringify(before.asked) !== JSON.stringify(news.asked)) this.acted();
    this.stage.follow();
    const dice = diceShown(), thrown = thrownSince(this.dice, dice);
    this.dice = dice;
    const moves = movesOf(news, this.board.svg, added);
    this.kept = [...this.kept, ...moves].slice(-KEPT);
    if (!before || news.fresh || document.hidden || news.imagined) return;
    this.chime(before, news);
    if (thrown.length) this.roll(thrown);
    const effects = effectsOf(news, this.board.svg);
    if (this.lost.length || effects.length) this.fall(before, news, effects);
    if (news.outcome && !before.outcome) {
      if (this.lost.length) this.then(() => this.finish(news));
      else this.finish(news); // shown alone; the log has what led to it
      return;
    }
    const scores = scoresOf(news, this.board.svg);
    const film = this.film(moves, before, scores);
    const strokes = filmStrokes(film, added);
    if (!moves.length && !scores.length && !strokes) return;
    const now = performance.now();
    const wait = moves.length ? Math.max(0, this.next - now) : 0; // one's own moves are never delayed
    if (moves.length) this.next = now + wait + this.speed.step * Math.min(moves.length, 4);
    this.start(film, wait);
  }

  /** What happens to the whole city, and what falls because of it. */
  fall(before, news, effects) {
    const film = new Film(this.sound);
    const k = this.still ? 1 : this.speed.k;
    filmEffects(film, this.stage, effects, this.lost, k);
    filmLosses(film, this.stage, this.lost, before, news, k);
    film.first = this.lost.length > 0;
    this.start(film);
  }

  /** The match is over: the ending takes two seconds at every speed. */
  finish({ outcome, holds }) {
    this.skip();
    this.stage.clear();
    const film = new Film(this.sound);
    filmEnding(film, this.stage, outcome, outcome.winners.some((seat) => holds.includes(seat)));
    this.start(film);
  }

  /** Dice always take their time: it's the same at every speed. */
  roll(thrown) {
    if (calm.matches) {
      this.sound("dice-rest");
      return;
    }
    const film = new Film(this.sound);
    filmDice(film, this.stage, thrown);
    this.running.add(film);
    film.after(() => this.running.delete(film));
    film.go();
  }

  /** The sounds of a new table, besides its films. */
  chime(before, news) {
    if (news.asked && !before.asked) this.sound("turn-yours");
    else if (!news.asked && before.asked) this.sound("turn-other");
  }

  film(moves, before, scores = []) {
    const film = new Film(this.sound);
    const { k, step } = this.still ? { k: 1, step: 0 } : this.speed;
    const counted = new Set(scores.map((score) => score.seat));
    const starts = filmMoves(film, this.stage, moves, before, { k, step }, counted);
    const start = starts.length ? starts.at(-1) + 620 * k : 0; // once the last piece has landed
    filmScores(film, this.stage, scores, before, start, k, this.still);
    this.queue(film, moves.slice(-starts.length), starts);
    return film;
  }

  start(film, wait = 0, hold = false) {
    clearTimeout(this.reading);
    this.running.add(film);
    film.after(() => {
      this.running.delete(film);
      if (this.running.size) return;
      clearTimeout(this.reading);
      this.reading = setTimeout(() => this.stage.dropCaptions(), READ);
    });
    if (hold) film.seek(0);
    else if (this.still) {
      const last = film.cues.at(-1);
      if (last) this.sound(last.name);
      film.skip();
    } else film.go(wait);
  }

  /** Who is shown now, who was, and who comes next, in the band; you come last. */
  queue(film, moves, starts) {
    const { table } = this;
    const you = table().holds[0];
    const seats = moves.map((move) => move.seat);
    if (seats.every((seat) => seat === null) || this.still) return;
    const name = (seat) => table().seats[seat]?.name ?? "";
    const items = seats.map((seat) =>
      seat === null ? null : h("li", { "data-seat": (seat % 4) + 1 }, mark(seat, 14), h("span", {}, name(seat)))
    );
    const last = you === undefined
      ? null
      : h("li", { "data-seat": (you % 4) + 1 }, mark(you, 14), h("span", {}, t("You")));
    const row = h("ol", { class: "queue", "aria-hidden": "true" }, ...items, last);
    $("queue")?.remove();
    row.id = "queue";
    $("prompt").append(row);
    arrangeQueue();
    film.after(() => row.remove());
    film.tick(0, film.length, (part) => {
      const time = part * film.length;
      const current = starts.findLastIndex((start) => time >= start);
      items.forEach((item, index) => {
        const name = index < current ? "done" : index === current ? "now" : "";
        if (item && item.className !== name) item.className = name;
      });
    });
  }

  /** Finishes everything that still moves; captions disappear, too. */
  skip() {
    for (const film of [...this.running]) film.skip();
    this.next = 0;
    this.stage.dropCaptions();
  }

  /** After an answer, what the others did before counts as seen. */
  acted() {
    this.skip();
    this.stage.clear();
    this.kept = [];
  }

  /**
   * Replays the moves since one's last answer; it changes nothing. `hold`: only prepares the film, for tests that
   * seek in it.
   */
  again(hold = false) {
    this.skip();
    this.stage.clear();
    clearTimeout(this.reading);
    if (!this.kept.length) return null;
    const film = this.film(this.kept, null);
    this.start(film, 0, hold);
    return film;
  }

  settings() {
    motionSettings();
  }

  /** Turns sound on or off; returns the new state. */
  mute() {
    setSound(muted() ? "on" : "off");
    toast(muted() ? t("Sound is off") : t("Sound is on"));
    this.sound("pick");
  }
}
