"""What translators say for the messages of the new cards, because German, Spanish and Chinese have to lack nothing."""

from __future__ import annotations

import json
from pathlib import Path

Said = str | tuple[str, str]  # with its plural

# English, then German, Spanish and traditional Chinese
PICKPOCKETS: tuple[tuple[Said, Said, Said, Said], ...] = (
    ("Pickpockets", "Taschendiebe", "Carteristas", "扒手"),
    (
        "Somebody bumps into each of you and says sorry. How polite this city has become.",
        "Jemand rempelt euch alle an und entschuldigt sich. Wie höflich diese Stadt geworden ist.",
        "Alguien tropieza con cada uno de vosotros y pide perdón. Qué educada se ha vuelto esta ciudad.",
        "有人撞了你們每一位，還說了聲抱歉。這座城市變得真有禮貌。",
    ),
    (
        "Each relative loses one item at random; it goes back to the supply.",
        "Jedes Familienmitglied verliert einen zufälligen Gegenstand; er kommt zurück in den Vorrat.",
        "Cada familiar pierde un objeto al azar, que vuelve a la reserva.",
        "每位家人隨機失去一件物品，退回供應區。",
    ),
    (
        "{who} was robbed: {item} is gone.",
        "{who} wurde bestohlen: {item} ist weg.",
        "Robo a {who}: desaparece {item}.",
        "{who}被扒了：{item}不見了。",
    ),
)
RENT_STRIKE: tuple[tuple[Said, Said, Said, Said], ...] = (
    (
        "Tenants Pay Their Rent to the Court",
        "Mieter zahlen ihre Miete ans Gericht",
        "Los inquilinos pagan el alquiler al juzgado",
        "租客把租金交給法院",
    ),
    (
        "Without heat for weeks, tenants of whole blocks paid their rent into court instead of to the landlord.",
        "Wochenlang ohne Heizung, zahlten die Mieter ganzer Blocks ihre Miete ans Gericht und nicht an den Vermieter.",
        "Tras semanas sin calefacción, los inquilinos de manzanas enteras pagaron al juzgado y no al propietario.",
        "數週沒有暖氣，整個街區的租客把租金交給法院，不再交給房東。",
    ),
    (
        (
            "The rent went to the court: Private paid Public {n} Resource.",
            "The rent went to the court: Private paid Public {n} Resources.",
        ),
        (
            "Die Miete ging ans Gericht: Privat zahlte Staat {n} Ressource.",
            "Die Miete ging ans Gericht: Privat zahlte Staat {n} Ressourcen.",
        ),
        (
            "El alquiler fue al juzgado: Privado pagó a Público {n} Recurso.",
            "El alquiler fue al juzgado: Privado pagó a Público {n} Recursos.",
        ),
        "租金交給了法院：私人方付公共方 {n} 資源。",
    ),
    (
        ("Private pays Public {n} Resource", "Private pays Public {n} Resources"),
        ("Privat zahlt Staat {n} Ressource", "Privat zahlt Staat {n} Ressourcen"),
        ("Privado paga a Público {n} Recurso", "Privado paga a Público {n} Recursos"),
        "私人方付公共方 {n} 資源",
    ),
)
HEAT_WAVE: tuple[tuple[Said, Said, Said, Said], ...] = (
    ("Forty Degrees", "Vierzig Grad", "Cuarenta grados", "攝氏四十度"),
    (
        "Every player pays 1 for each own building without a park beside it, as far as the money goes.",
        "Alle zahlen 1 für jedes eigene Gebäude ohne Park daneben, soweit das Geld reicht.",
        "Cada jugador paga 1 por cada edificio propio sin un parque al lado, hasta donde alcance el dinero.",
        "每位玩家為每座旁邊沒有公園的自己的建築付 1，錢不夠就付到用完為止。",
    ),
    (
        "The asphalt is soft by ten in the morning. Whoever let out rooms without a tree in sight buys fans and water.",
        "Um zehn Uhr früh ist der Asphalt weich. Wer Zimmer ohne einen Baum in Sicht vermietet hat, kauft Ventilatoren "
        "und Wasser.",
        "A las diez de la mañana el asfalto está blando. Quien alquiló habitaciones sin un árbol a la vista compra "
        "ventiladores y agua.",
        "早上十點，柏油已經發軟。出租看不到一棵樹的房間的人，得買風扇和水。",
    ),
    (
        "{who:seat} paid {amount} for shade.",
        "{who:seat}: {amount} für Schatten gezahlt.",
        "Pago de {who:seat} por sombra: {amount}.",
        "{who:seat}為遮蔭付了 {amount}。",
    ),
)
CODES = ("de", "es", "zh-Hant")


def translate(game: Path, messages: tuple[tuple[Said, Said, Said, Said], ...]) -> None:
    """Add these messages to the catalogues in a game's folder."""
    for place, code in enumerate(CODES, 1):
        with (game / "locale" / code / "LC_MESSAGES" / "tabletown.po").open("a", encoding="utf-8") as catalogue:
            for message in messages:
                catalogue.write(entry(message[0], message[place]))


def entry(english: Said, said: Said) -> str:
    """An entry of a catalogue."""
    if isinstance(english, str):
        return f"\nmsgid {quoted(english)}\nmsgstr {quoted(str(said))}\n"
    forms = [said] if isinstance(said, str) else said
    lines = "".join(f"msgstr[{number}] {quoted(form)}\n" for number, form in enumerate(forms))
    return f"\nmsgid {quoted(english[0])}\nmsgid_plural {quoted(english[1])}\n{lines}"


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
