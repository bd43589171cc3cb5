"""The game's title, its description and every option it offers."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.editions import version_of
from tabletown.games.cross_bronx.components import EDITION
from tabletown.games.cross_bronx.setup import MODES
from tabletown.games.cross_bronx.state import FACTION_IDS, FACTION_NAMES
from tabletown.kernel import About, Setting
from tabletown.kernel.log import Name


def _mode_words(mode: str) -> str:
    sessions = MODES[mode]
    start, last = sessions[0][0], sessions[-1][1]
    if mode == "six-decades":
        return Name("Six Decades without a break, 1940 to 2000")
    if mode == "1990":
        return Name("The 1990s: one Decade")
    if mode.startswith("decade-"):
        return Name("Only the {decade}s, starting with four Losses", decade=start)
    if mode.startswith("linked"):
        if len(sessions) == 2:
            return Name("Two linked Sessions, {start} to {end}", start=start, end=last + 10)
        return Name("Three linked Sessions, {start} to {end}", start=start, end=last + 10)
    return Name("A Session of two Decades, {start} to {end}", start=start, end=last + 10)


def _variant(field: str, title: str, ruling: str, variant: str, rule: str) -> Setting:
    return Setting(field, title, {"no": ruling, "yes": variant}, "no", rule=rule)


VARIANTS = (
    _variant(
        "bankruptcy_at_14",
        "Bankruptcy",
        "Public and Community debt of 15 or more",
        "Already at 14",
        "bankruptcy.reaches-or-exceeds",
    ),
    _variant(
        "net_debt",
        "City debt",
        "Debts are added; a surplus offsets nothing",
        "The two balances are added",
        "bankruptcy.surplus-offset",
    ),
    _variant("clamp_vp_14", "Victory Points above 14", "Keep counting", "Stop at 14", "score.above-14"),
    _variant(
        "allow_negative_vp",
        "Victory Points below 0",
        "Never below 0",
        "Private may end below 0",
        "score.private-deduction-floor",
    ),
    _variant(
        "campaign_ends_on_loss",
        "Linked Sessions after a collective loss",
        "Continue, with nobody ahead",
        "The series ends",
        "linked.after-collective-loss",
    ),
    _variant(
        "conserve_transfers",
        "Payments below -15",
        "The payee gets the full amount",
        "The payee gets what was deducted",
        "debt.clamp-and-payee",
    ),
    _variant(
        "auto_rehouse",
        "Unhoused pieces beside free room",
        "Stay unhoused until a rule houses them",
        "Move in after every step",
        "housing.auto-rehouse",
    ),
    _variant(
        "unhoused_first_for_all",
        "Removing cubes",
        "People choose housed or unhoused",
        "Everyone takes unhoused ones first",
        "housing.removal-unhoused-or-housed",
    ),
    _variant(
        "owner_of_tile_decides",
        "Open choices in the Census",
        "Public decides",
        "The owner of the tile decides",
        "housing.census-active-player",
    ),
    _variant(
        "quota_vulnerability_unhoused",
        "The Quota's Vulnerability",
        "Housed if there is room",
        "Always unhoused",
        "quota.vulnerability-is-housed-first",
    ),
    _variant(
        "unexhausted_only",
        "Counting Infrastructure",
        "Exhausted tiles count for Petitions, Pay Off and Reset",
        "Only unexhausted ones",
        "quota.infrastructure-counts-exhausted",
    ),
    _variant(
        "late_overflow_counts",
        "Overflow after Losses are counted",
        "Causes no Loss",
        "Causes Losses",
        "corrections.late-overflow",
    ),
    _variant(
        "bail_unexhausted_only",
        "Release from Corrections",
        "To any District with a tile of the same Faction",
        "That tile must be unexhausted",
        "corrections.bail-destination",
    ),
    _variant(
        "blight_stays_without_vulnerability",
        "Blight without Vulnerabilities",
        "Public pays and it is removed",
        "It stays",
        "blight.no-vulnerability-left",
    ),
    _variant(
        "petitions_faction_major",
        "Order of Petitions",
        "District by District",
        "Faction by Faction",
        "petition.sequence-over-districts",
    ),
    _variant(
        "loans_optional",
        "Awaiting Grants and Loans",
        "The next Organization must take one",
        "It may pay instead",
        "grant-loan.may-or-must",
    ),
    _variant(
        "default_to_debtor",
        "Loan of a removed Organization",
        "Returns to Private, nothing owed",
        "Stays owed",
        "loan.default-forgives",
    ),
    _variant(
        "tax_exhausted_in_forecast",
        "Plan Audit",
        "Exhausted tiles are not taxed",
        "They are taxed in the forecast",
        "plan-audit.unexhausted-typo",
    ),
    _variant(
        "blight_income_per_tile",
        "Income under Blight",
        "Half of the District's total",
        "Half for each tile",
        "income.blight-half-rounding",
    ),
    _variant(
        "choose_after_census",
        "Plan in the last round",
        "Choose before the Census",
        "Choose after the Census",
        "plan.last-round",
    ),
    _variant(
        "force_at_least_one_district",
        "Doing nothing",
        "Act and React may be empty",
        "At least one District if possible",
        "select.pass",
    ),
    _variant(
        "declare_all_first",
        "Districts of an action",
        "Chosen and resolved one by one",
        "All chosen first",
        "act.order-of-districts",
    ),
    _variant(
        "allow_empty_activation",
        "Activating without a Vulnerability",
        "Not allowed",
        "Allowed",
        "activate.without-vulnerability",
    ),
    _variant(
        "partner_consent",
        "Coalition partners",
        "Are paid, not asked",
        "Must agree",
        "activate.partner-consent",
    ),
    _variant("unlimited_cubes", "Cubes", "As many as in the box", "Never run out", "pool.empty"),
    _variant(
        "buyout_unhouses",
        "Replacing unexhausted Infrastructure",
        "Pieces stay on the new tile",
        "Pieces are unhoused, then housed again",
        "infra.replaced-contents",
    ),
    _variant(
        "buyout_consent", "Buying out Infrastructure", "Cannot be refused", "The owner must agree", "develop.consent"
    ),
    _variant(
        "require_one_coalition",
        "Social Work without Coalitions",
        "Zero equals zero: fulfilled",
        "Needs at least one",
        "objective.zero-coalitions",
    ),
    _variant(
        "star_per_district",
        "Goal Stars",
        "One for each action",
        "One for each of its Districts",
        "position.star-per-action",
    ),
    _variant(
        "np_organizer_counts_exhausted",
        "Non-Player Organizer",
        "Counts unexhausted Infrastructure",
        "Counts all Infrastructure",
        "np.organizer-two-infrastructure",
    ),
    _variant(
        "np_replace_at_once",
        "Achieved Non-Player Position",
        "Stays until the Census",
        "Is replaced at once",
        "np.achieved-position-stays",
    ),
    _variant(
        "np_coalition_first",
        "Non-Player Coalition preference",
        "A row of the chart",
        "Before the chart",
        "np.coalition-principle-vs-chart",
    ),
    _variant(
        "np_random_ties",
        "Non-Player ties",
        "A person decides; else the lowest District",
        "Drawn at random",
        "np.final-ties",
    ),
    _variant(
        "np_both_agree",
        "Advising Non-Players",
        "The first person in Faction order",
        "All people must agree, else the lowest District",
        "np.human-advises",
    ),
)

about = About(
    id="cross-bronx",
    title="Cross Bronx Expressway",
    version=version_of("6", EDITION),
    line="Sixty years of the South Bronx: three Factions keep it alive together, and each wants to shape it.",
    seats=(3, 3),
    minutes="60-180",
    weight="heavy",
    settings=(
        Setting(
            "session",
            "What to play",
            {mode: _mode_words(mode) for mode in MODES},
            "1940",
            "A Session is two Decades, each with eight Events and a Census.",
        ),
        *(
            Setting(
                id, name, {"person": "Played by a person", "non-player": "Non-Player Faction (section 7)"}, "person"
            )
            for id, name in zip(FACTION_IDS, FACTION_NAMES)
        ),
        Setting(
            "positions",
            "Player Positions",
            {
                "off": "Play without Positions",
                "draw-two": "Draw two, keep one",
                "one-random": "Draw one at random",
                "free-choice": "Choose from all eight",
            },
            "off",
            "A Position gives a Faction a goal of its own for the Decade.",
        ),
        Setting(
            "np_points",
            "Difficulty with Non-Players",
            {  # the share of lost Sessions comes from studies/cross-bronx-printed.toml
                "yes": "As printed: everybody loses 71 % of Sessions",
                "no": "As printed, easier (7.7): Non-Players score no goals or Priority Objectives; 72 % lost",
                "hard": "Hard: a little help at the start, but each Non-Player starts 1 Victory Point ahead; 53 % lost",
                "even": "Even: help at the start; 42 % lost",
                "gentle": "Gentle: more help, Non-Players score no goals or Priority Objectives; 29 % lost",
            },
            "yes",
            "For one or two people. The help is ours, not the rulebook's, and depends on your Faction and the start. "
            "How often everybody loses was measured with Strong bots in people's seats.",
        ),
        *VARIANTS,
    ),
    by_hand=("event", "fundraise", "position"),
    seat_names=FACTION_NAMES,
    roles=True,
    default_seats=3,
    links=(("For a class", "/class?game=cross-bronx"),),
)


def automatic(options: Mapping[str, str]) -> frozenset[int]:
    """Seats played by the rules: the Non-Player Factions."""
    return frozenset(seat for seat, faction in enumerate(FACTION_IDS) if options.get(faction) == "non-player")
