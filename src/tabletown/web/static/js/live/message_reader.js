// Rebuilds a table from a message: of a picture that is known already, only changes are sent (see
// web/views/patches.py). Nothing else on the page needs to know.

const text = (old, now, cut = "<") => {
  if (typeof now === "string") return now;
  const pieces = old.split(cut);
  const parts = [];
  const steps = now["~"];
  for (let at = 0; at < steps.length; at += 1) {
    if (typeof steps[at] === "string") parts.push(steps[at]);
    else {
      parts.push(pieces.slice(steps[at], steps[at] + steps[at + 1]).join(cut));
      at += 1;
    }
  }
  return parts.join(cut);
};

const isChange = (value) => typeof value === "object" && value !== null && "~" in value;

/** The whole scene: `now` as it was sent, `old` the previous one. */
export function patchScene(old, now) {
  const scene = { ...now };
  for (const [field, value] of Object.entries(now)) {
    if (isChange(value)) scene[field] = text(old[field], value, field === "text" ? "\n" : "<");
  }
  const known = new Map(old.panels.map((panel) => [panel.id, panel.html]));
  scene.panels = now.panels.map((panel) => ({ ...panel, html: text(known.get(panel.id) ?? "", panel.html) }));
  return scene;
}

/** Reads messages in the order of their arrival; each table is returned whole, whatever was left out. */
export class Reader {
  constructor(picture) {
    this.scene = picture;
  }

  read(data) {
    let news = JSON.parse(data);
    if (news.type === "changed") news = { ...news.table, scene: patchScene(this.scene, news.scene) };
    if (news.type === "table") this.scene = news.scene;
    return news;
  }
}
