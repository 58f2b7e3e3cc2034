// Made from crates/server/src/protocol.rs; see there. Do not edit.

export type Act = { "answer": { 
/**
 * The number of the picture that was looked at; an answer to an older one is refused.
 */
at: number, 
/**
 * The answer.
 */
answer: Answer, } } | { "undo": { 
/**
 * The number of the picture that was looked at.
 */
at: number, } } | { "ask_back": { 
/**
 * The number of the picture that was looked at.
 */
at: number, } } | { "reply_back": { 
/**
 * The number of the offer; a reply to an older one is refused.
 */
at: number, 
/**
 * Whether it is granted.
 */
grant: boolean, } } | { "stand": { 
/**
 * Which questions.
 */
topic: string, 
/**
 * What to answer; nothing to be asked again.
 */
reply: StandingReply | null, } } | { "sit": { 
/**
 * Which.
 */
side: SideId, } } | "thoughts" | "outlook" | { "way": { 
/**
 * Bends it must have.
 */
via: Array<Spot>, 
/**
 * Where it should lead.
 */
to: Point, 
/**
 * At which height; the likeliest if not said.
 */
level: Length | null, } } | { "ways": { 
/**
 * Who should go where; those not named stay.
 */
aims: Array<Shown>, } } | { "reach": { 
/**
 * Which of several; the first if not said.
 */
model: ModelId | null, } } | { "foresee": { 
/**
 * The answer.
 */
answer: Answer, } } | { "odds": { 
/**
 * The answer.
 */
answer: Answer, } } | { "sight": { 
/**
 * Who looks.
 */
from: ModelId, 
/**
 * From where, if not from where it stands.
 */
place: Spot | null, 
/**
 * At whom; at everybody on another side if nobody is named.
 */
to: ModelId | null, } } | { "levels": { 
/**
 * The point.
 */
at: Point, } } | { "measure": { 
/**
 * From here.
 */
from: End, 
/**
 * To here.
 */
to: End, } };

export type Alterations = { 
/**
 * Numbers of doors that are open and walls that are breached.
 */
gone: Array<number>, 
/**
 * Smoke, fire and the like.
 */
clouds: Array<Cloud>, };

export type Answer = { "pick": string } | { "picks": Array<string> } | { "number": number } | { "path": Array<Spot> } | { "paths": Array<[ModelId, Array<Spot>]> } | { "along": Length } | { "point": Point } | { "facing": Vector } | { "placement": Array<[ModelId, Spot]> } | { "dice": Array<number> };

export type Branch = { 
/**
 * After how many steps.
 */
steps: number, 
/**
 * Who plays each side.
 */
seats: Array<SeatWish>, 
/**
 * What to call whoever asks.
 */
name: string, };

export type Building = { 
/**
 * Outer edge of the walls.
 */
outline: Array<Point>, 
/**
 * Thickness of the walls, measured inward.
 */
thickness: Length, 
/**
 * Doors and windows.
 */
openings: Array<Opening>, 
/**
 * Heights of the upper floors above the foot of the building.
 */
floors: Array<Length>, 
/**
 * Whether a flat roof closes it at the height of its walls.
 */
roof: boolean, 
/**
 * Whether explosives may make holes in its walls.
 */
breachable: boolean, };

export type Catalogue = { 
/**
 * The games.
 */
games: Array<GameInfo>, 
/**
 * The computer players, the simplest first, and what they are like.
 */
players: Array<[string, string]>, 
/**
 * The characters that some of them can have, the usual first, and what those are like: a
 * bold veteran is asked for as `veteran:bold`.
 */
characters: { [key in string]: Array<[string, string]> }, 
/**
 * What generated tables can show.
 */
themes: Array<Theme>, };

export type Certainty = "exact" | "rounded" | { "tried": { 
/**
 * How often.
 */
tries: number, } };

export type Choice = { 
/**
 * Its notation: unique within its question and the same everywhere, in rulings, logs,
 * replays, on the command line and for a screen reader.
 */
key: string, 
/**
 * What would happen, in a few words.
 */
detail: string, 
/**
 * The models it concerns.
 */
models: Array<ModelId>, 
/**
 * Why it cannot be chosen, for options that are nearly possible.
 */
refusal: Refusal | null, 
/**
 * Whether it declines an offer or ends what is going on.
 */
declines: boolean, 
/**
 * How good it looks at first sight, for simple players.
 */
merit: number, };

export type Clause = string;

export type ClauseText = { 
/**
 * Its id.
 */
id: string, 
/**
 * The section it is in.
 */
section: string, 
/**
 * What it says, in HTML.
 */
html: string, };

export type Cloud = { 
/**
 * What it is: smoke, fire, rubble, ...
 */
kind: Kind, 
/**
 * Its middle, at the height of its foot.
 */
spot: Spot, 
/**
 * Its radius.
 */
radius: Length, 
/**
 * Its height.
 */
height: Length, };

export type Deed = { "deed": "note" } | { "deed": "heading" } | { "deed": "moved", 
/**
 * Who.
 */
model: ModelId, 
/**
 * Along what.
 */
path: Array<Spot>, } | { "deed": "attacked", 
/**
 * Who.
 */
model: ModelId, 
/**
 * Whom.
 */
target: ModelId, 
/**
 * By a shot or blow.
 */
ranged: boolean, } | { "deed": "burst", 
/**
 * Where its middle is.
 */
at: Spot, 
/**
 * How far it reaches.
 */
radius: Length, } | { "deed": "rolled" } & Roll | { "deed": "changed", 
/**
 * Whose.
 */
model: ModelId, } | { "deed": "removed", 
/**
 * Who.
 */
model: ModelId, } | { "deed": "ended" };

export type Die = { 
/**
 * What it shows.
 */
face: number, 
/**
 * Whether it counts.
 */
kept: boolean, 
/**
 * What it showed before it was rolled again.
 */
was: number | null, };

export type End = { "model": ModelId } | { "point": Point };

export type Event = { 
/**
 * The sentence for the log.
 */
text: string, 
/**
 * The rule by which it happened.
 */
clause: Clause | null, 
/**
 * Who may know; nobody named means everybody.
 */
audience: Array<SideId>, 
/**
 * What a screen can draw.
 */
deed: Deed, };

export type Extent = { 
/**
 * The south-west corner.
 */
low: Point, 
/**
 * The north-east corner.
 */
high: Point, };

export type Eyes = { "side": SideId } | "spectator" | "referee";

export type Failure = { 
/**
 * Everything that is wrong.
 */
problems: Array<Problem>, };

export type FeatureInfo = { 
/**
 * What people call it.
 */
name: string, 
/**
 * What it is.
 */
kind: Kind, 
/**
 * The middle of it.
 */
at: Point, 
/**
 * The number of the piece it belongs to.
 */
piece: number, };

export type Foresight = { 
/**
 * What would happen before anything is rolled, and has not happened yet.
 */
told: Array<string>, 
/**
 * The ways that would be gone, in order.
 */
ways: Array<[ModelId, Array<Spot>]>, 
/**
 * The dice that would be thrown next.
 */
dice: Need | null, 
/**
 * Who would be asked what next.
 */
next: [SideId, string] | null, };

export type Form = { "kind": "one", 
/**
 * The options, possible and nearly possible.
 */
choices: Array<Choice>, } | { "kind": "some", 
/**
 * The options.
 */
choices: Array<Choice>, 
/**
 * At least so many.
 */
least: number, 
/**
 * At most so many.
 */
most: number, } | { "kind": "number", 
/**
 * Smallest possible.
 */
least: number, 
/**
 * Largest possible.
 */
most: number, } | { "kind": "path", 
/**
 * Whose path.
 */
model: ModelId, 
/**
 * Where it begins.
 */
start: Spot, 
/**
 * The longest it can be in the best case.
 */
limit: Length, 
/**
 * Places worth going to.
 */
goals: Array<Goal>, } | { "kind": "paths", 
/**
 * Whose paths, and where they begin.
 */
movers: Array<[ModelId, Spot]>, 
/**
 * The longest each can be in the best case.
 */
limit: Length, 
/**
 * Places worth going to for the first of them, the others keeping their distance.
 */
goals: Array<Goal>, } | { "kind": "along", 
/**
 * The path.
 */
path: Array<Spot>, 
/**
 * Its length.
 */
length: Length, } | { "kind": "point", 
/**
 * The box it must lie in, at least.
 */
within: Extent, 
/**
 * Points worth choosing.
 */
goals: Array<Goal>, } | { "kind": "facing", 
/**
 * Who turns.
 */
model: ModelId, } | { "kind": "placement", 
/**
 * Who is placed.
 */
models: Array<ModelId>, 
/**
 * The box they must stand in, at least.
 */
within: Extent, 
/**
 * Places worth choosing.
 */
goals: Array<Goal>, } | { "kind": "dice", 
/**
 * Which dice.
 */
need: Need, };

export type FrameInfo = { 
/**
 * How many steps had been played.
 */
steps: number, 
/**
 * The models and how the sides stood.
 */
view: View, 
/**
 * What had changed on the table.
 */
changes: Alterations, 
/**
 * How many events had happened by then.
 */
events: number, };

export type GameInfo = { 
/**
 * The word used in addresses and files.
 */
key: string, 
/**
 * The title.
 */
title: string, 
/**
 * What kind of game it is, in a sentence.
 */
summary: string, 
/**
 * What can be played.
 */
scenarios: Array<Scenario>, 
/**
 * What players may agree on.
 */
options: Array<OptionInfo>, 
/**
 * Ready-made rosters.
 */
rosters: Array<RosterInfo>, 
/**
 * What each kind of terrain means in this game.
 */
meanings: { [key in Kind]?: Array<[Meaning, Clause]> }, };

export type Goal = { 
/**
 * Where.
 */
spot: Spot, 
/**
 * How good, compared with the other goals.
 */
merit: number, };

export type Ground = { 
/**
 * Its size and pieces.
 */
sketch: Sketch, 
/**
 * Doors and walls that may change, by their numbers.
 */
features: Array<FeatureInfo>, };

export type HandOver = { 
/**
 * To whom.
 */
to: SideId, 
/**
 * Whether there is anything the one who has it now must not see.
 */
private: boolean, };

export type Join = { 
/**
 * The secret.
 */
secret: string, 
/**
 * What to call them.
 */
name: string, };

export type Kind = "open" | "scrub" | "light-woods" | "medium-woods" | "dense-woods" | "swamp" | "water" | "rubble" | "rock" | "hill" | "crater" | "irradiated" | "contaminated" | "pit" | "low-wall" | "high-wall" | "hedge" | "fence" | "wire" | "trench" | "building" | "door" | "interior" | "floor" | "stairs" | "ladder" | "crate" | "barrel" | "vehicle" | "crystal" | "smoke" | "fire" | "tree" | "well" | "ford";

export type Lay = "any" | "varied" | "own";

export type Length = number;

export type Lobby = { 
/**
 * Matches of whoever asks, the latest first.
 */
mine: Array<MatchInfo>, 
/**
 * Matches with an open seat.
 */
open: Array<MatchInfo>, 
/**
 * Matches that are being played and may be watched.
 */
running: Array<MatchInfo>, };

export type Marker = { 
/**
 * What people call it.
 */
name: string, 
/**
 * Its middle.
 */
spot: Spot, 
/**
 * Its radius.
 */
radius: Length, };

export type MatchInfo = { 
/**
 * Its id.
 */
match: string, 
/**
 * The game's title.
 */
title: string, 
/**
 * The scenario's title.
 */
scenario: string, 
/**
 * The sides.
 */
sides: Array<SeatInfo>, 
/**
 * How it ended, once it has.
 */
ended: string | null, 
/**
 * When something last happened, in seconds since 1970.
 */
touched: number, 
/**
 * Whether it waits for whoever asks.
 */
your_turn: boolean, };

export type Meaning = "blocks_sight" | "hinders_sight" | "cover" | "difficult" | "dangerous" | "impassable" | "climbable";

export type Message = { "is": "welcome" } & Welcome | { "is": "update" } & Update | { "is": "reply", 
/**
 * The number of the request.
 */
id: number, 
/**
 * What came of it.
 */
reply: Reply, } | { "is": "broken", 
/**
 * The reason.
 */
why: string, };

export type ModelId = number;

export type ModelView = { 
/**
 * Which.
 */
model: ModelId, 
/**
 * Its name.
 */
name: string, 
/**
 * Whose it is.
 */
side: SideId, 
/**
 * Where it is; nowhere when it has been removed or not been placed yet.
 */
spot: Spot | null, 
/**
 * Where it faces, in books where that matters.
 */
facing: Vector | null, 
/**
 * The squad it belongs to, in books that have squads.
 */
squad: string | null, 
/**
 * Radius of its base in micrometres.
 */
base: number, 
/**
 * Its height in micrometres.
 */
height: number, 
/**
 * Wounds or hits taken, and how many it can take.
 */
wounds: [number, number], 
/**
 * Conditions in single words, such as `stunned`.
 */
conditions: Array<string>, 
/**
 * Whether it has left the table for good.
 */
gone: boolean, 
/**
 * Whether it has acted in this round.
 */
acted: boolean, 
/**
 * How far its weapons reach from the edge of its base, for drawing.
 */
ranges: Array<[string, Length]>, 
/**
 * Lines of label and value about it.
 */
card: Array<[string, string]>, };

export type Moment = { 
/**
 * How many steps had been played.
 */
step: number, 
/**
 * How likely each side was to win, in thousandths; what is missing are draws.
 */
chances: Array<number>, };

export type Need = { 
/**
 * Who rolls them.
 */
side: SideId, 
/**
 * For which model.
 */
model: ModelId | null, 
/**
 * How many.
 */
count: number, 
/**
 * With how many sides.
 */
sides: number, 
/**
 * What for, in a few words.
 */
purpose: string, };

export type NewMatch = { 
/**
 * The game's key.
 */
game: string, 
/**
 * The scenario's key.
 */
scenario: string, 
/**
 * Options that differ from the usual.
 */
options: { [key in string]: string }, 
/**
 * The sides, in order.
 */
sides: Array<SideWish>, 
/**
 * The table.
 */
table: TableWish, 
/**
 * Whether real dice are thrown and typed in.
 */
own_dice: boolean, 
/**
 * Whether answers may be taken back when the others agree.
 */
take_backs: boolean, 
/**
 * Whether the lobby lists it while a seat is open.
 */
listed: boolean, 
/**
 * What to call whoever asks.
 */
name: string, };

export type OddsLine = { 
/**
 * The result in words.
 */
result: string, 
/**
 * Its chance as a fraction, or as a decimal where the fraction would be too long; `7 of 2000`
 * where it was counted.
 */
chance: string, 
/**
 * Its chance in millionths.
 */
millionths: number, 
/**
 * Where it was counted: between which two, in millionths, the chance lies with 95 % certainty.
 */
between: [number, number] | null, };

export type Offer = { 
/**
 * Its number: a reply refers to it.
 */
at: number, 
/**
 * Who asks.
 */
by: SideId, 
/**
 * Whose answer would be taken back.
 */
side: SideId, 
/**
 * What it was.
 */
what: string, 
/**
 * Whether this browser may grant it.
 */
yours: boolean, };

export type Opened = { 
/**
 * Its id.
 */
match: string, 
/**
 * Links to its open seats; whoever has one may sit down.
 */
links: Array<SeatLink>, 
/**
 * What had to be said about an uploaded file.
 */
warnings: Array<string>, };

export type Opening = { 
/**
 * Which side of the outline, counted from nought.
 */
side: number, 
/**
 * Where it begins, along that side.
 */
from: Length, 
/**
 * How wide it is.
 */
width: Length, 
/**
 * Height of its lower edge above the foot of the building.
 */
sill: Length, 
/**
 * Height of its upper edge.
 */
head: Length, 
/**
 * Whether a door leaf hangs in it, which can be opened and closed.
 */
door: boolean, };

export type OptionInfo = { 
/**
 * The option.
 */
spec: OptionSpec, 
/**
 * The clause that leaves it open, in HTML.
 */
explained: string, };

export type OptionSpec = { 
/**
 * Its name.
 */
key: string, 
/**
 * What it decides.
 */
summary: string, 
/**
 * The clause that leaves it open.
 */
clause: string, 
/**
 * The possible values, the usual one first; none for a number.
 */
values: Array<string>, 
/**
 * The usual value.
 */
usual: string, };

export type Outcome = { 
/**
 * Who won; nobody in a draw.
 */
winner: SideId | null, 
/**
 * Why it ended.
 */
reason: string, };

export type Outlook = { 
/**
 * The chances at some moments, in the order of the match.
 */
moments: Array<Moment>, 
/**
 * Where they swung most, in the order of the match.
 */
swings: Array<Swing>, 
/**
 * How many times the match was played on from each moment.
 */
games: number, };

export type Picture = { 
/**
 * How often anything has changed: answers refer to it.
 */
at: number, 
/**
 * How many steps were played.
 */
steps: number, 
/**
 * The models and how the sides stand.
 */
view: View, 
/**
 * What has changed on the table.
 */
changes: Alterations, 
/**
 * The question this browser must answer.
 */
question: Question | null, 
/**
 * Everybody who must answer.
 */
waiting: Array<Waiting>, 
/**
 * What can be taken back.
 */
undo: Undo | null, 
/**
 * A take-back somebody asks for.
 */
offer: Offer | null, 
/**
 * The seats.
 */
seats: Array<SeatInfo>, 
/**
 * Another of one's own sides is asked: hand the device over.
 */
hand_over: HandOver | null, 
/**
 * Questions this side has answered in advance.
 */
standing: Array<[string, StandingReply]>, 
/**
 * The match that was begun as a rematch of this one.
 */
rematch: string | null, };

export type Piece = { 
/**
 * What people call it.
 */
name: string, 
/**
 * What it is.
 */
kind: Kind, 
/**
 * Its outline or line.
 */
form: Shape, 
/**
 * Height of its foot above the bare table.
 */
bottom: Length, 
/**
 * Its own height.
 */
height: Length, };

export type PieceId = number;

export type Point = { 
/**
 * Distance from the west edge.
 */
x: Length, 
/**
 * Distance from the south edge.
 */
y: Length, };

export type Problem = { 
/**
 * The line it is in, counted from one, where that is known.
 */
line: number | null, 
/**
 * What is wrong.
 */
why: string, };

export type Question = { 
/**
 * Who must answer.
 */
side: SideId, 
/**
 * A stable word for this sort of question, for standing answers.
 */
topic: string, 
/**
 * The question in words.
 */
prompt: string, 
/**
 * What it is part of, outermost first.
 */
scopes: Array<string>, 
/**
 * The rule that asks.
 */
clause: Clause, 
/**
 * The model the question is about.
 */
about: ModelId | null, 
/**
 * Whether the answer stays hidden from the others until it is revealed.
 */
secret: boolean, 
/**
 * Whether the one asked has just lost a roll, for standing answers such as "re-roll only
 * when I lost".
 */
losing: boolean, 
/**
 * Radius of the round template that is laid at the point asked for.
 */
template: Length | null, 
/**
 * What kind of answer is wanted.
 */
form: Form, };

export type Ray = { 
/**
 * Where it begins.
 */
from: Spot, 
/**
 * Where it leads.
 */
to: Spot, 
/**
 * Whether nothing is in its way.
 */
open: boolean, };

export type Reasons = { 
/**
 * What they are after, in a sentence.
 */
intent: string, 
/**
 * What they weighed, the best first: an answer in words, and what it is worth in thousandths
 * of a force.
 */
options: Array<[string, number]>, 
/**
 * How many times anything was tried out.
 */
trials: number, };

export type Reference = { 
/**
 * The game's title.
 */
title: string, 
/**
 * All of it, in HTML; every clause has its id as an anchor.
 */
html: string, };

export type Refusal = { 
/**
 * The reason, with its numbers.
 */
why: string, 
/**
 * The rule that says so.
 */
clause: Clause, };

export type Reply = { "kind": "done" } | { "kind": "refused", 
/**
 * Why.
 */
refusal: Refusal, } | { "kind": "stale" } | { "kind": "misfit", 
/**
 * Why.
 */
why: string, } | { "kind": "thoughts", 
/**
 * The thoughts.
 */
thoughts: Array<Thought>, } | { "kind": "outlook", 
/**
 * The outlook.
 */
outlook: Outlook, } | { "kind": "way", 
/**
 * The way.
 */
way: Way, 
/**
 * What the mover would see of the others from its end.
 */
sights: Array<Sight>, } | { "kind": "ways", 
/**
 * The ways, and whether all of them can be gone.
 */
together: Together, } | { "kind": "reach", 
/**
 * The places.
 */
stands: Array<Stand>, } | { "kind": "foresight", 
/**
 * What it leads to.
 */
foresight: Foresight, } | { "kind": "odds", 
/**
 * Every result, the likeliest first.
 */
results: Array<OddsLine>, 
/**
 * How sure they are.
 */
certainty: Certainty, } | { "kind": "no_odds", 
/**
 * Why.
 */
why: string, } | { "kind": "sight", 
/**
 * Of whom what.
 */
sights: Array<Sight>, } | { "kind": "levels", 
/**
 * The heights.
 */
levels: Array<Length>, } | { "kind": "measure", 
/**
 * Between the nearest points of both ends.
 */
distance: Length, 
/**
 * Between their middles.
 */
middles: Length, };

export type Request = { 
/**
 * The browser's number for it; the reply bears the same.
 */
id: number, 
/**
 * What is wanted.
 */
act: Act, };

export type Roll = { 
/**
 * Who rolled.
 */
side: SideId, 
/**
 * For which model.
 */
model: ModelId | null, 
/**
 * Whose roll and what for: `Ana shoots`.
 */
title: string, 
/**
 * The dice as they lie.
 */
dice: Array<Die>, 
/**
 * How many sides each of them has.
 */
sides: number, 
/**
 * Everything that changed the number of dice or the total, in order.
 */
terms: Array<Term>, 
/**
 * What came of it.
 */
total: number, 
/**
 * Whether each die is judged by itself and the total is how many succeeded; such a roll's
 * terms change every die.
 */
counts: boolean, };

export type RosterInfo = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What it costs, where the book has costs.
 */
points: number | null, 
/**
 * How many models it has.
 */
models: number, 
/**
 * Options without which it cannot be played.
 */
needs: { [key in string]: string }, };

export type RosterQuery = { 
/**
 * The roster.
 */
roster: RosterWish, 
/**
 * Options that differ from the usual.
 */
options: { [key in string]: string }, };

export type RosterReport = { 
/**
 * The file.
 */
text: string, 
/**
 * The sheet, if it is a roster at all.
 */
sheet: RosterSheet | null, 
/**
 * What is wrong with it.
 */
problems: Array<Problem>, };

export type RosterSheet = { 
/**
 * Its name.
 */
name: string, 
/**
 * How many models it fields.
 */
models: number, 
/**
 * What it costs, where the book has costs.
 */
points: number | null, 
/**
 * Breaches of the book's limits that players may agree to overlook.
 */
warnings: Array<string>, 
/**
 * One card for each model or squad: its name and lines of label and value.
 */
cards: Array<[string, Array<[string, string]>]>, 
/**
 * What all own together, as lines of label and value.
 */
common: Array<[string, string]>, };

export type RosterWish = { "ready": string } | { "file": string };

export type Scenario = { 
/**
 * The word used on the command line and in files.
 */
key: string, 
/**
 * The title.
 */
title: string, 
/**
 * What it is about.
 */
summary: string, 
/**
 * Usual size of the table in inches.
 */
size: [number, number], 
/**
 * How many sides play.
 */
sides: [number, number], 
/**
 * How its table is laid unless the players bring one.
 */
lay: Lay, 
/**
 * Keys of the ready-made rosters that it is written for, the first side's first; none where
 * any will do.
 */
rosters: Array<string>, };

export type SeatInfo = { 
/**
 * Whose.
 */
side: SideId, 
/**
 * What the force is called.
 */
force: string, 
/**
 * Who sits there.
 */
who: Sitter, 
/**
 * Whether it is yours.
 */
yours: boolean, };

export type SeatLink = { 
/**
 * Whose seat.
 */
side: SideId, 
/**
 * The path of the link.
 */
path: string, };

export type SeatWish = "me" | "open" | { "computer": string };

export type Shape = { "Area": Array<Point> } | { "Barrier": { 
/**
 * Corner points of the line.
 */
line: Array<Point>, 
/**
 * Full thickness.
 */
thickness: Length, } } | { "Building": Building } | { "Stairs": { 
/**
 * Middle of the lowest edge.
 */
foot: Point, 
/**
 * Middle of the highest edge.
 */
head: Point, 
/**
 * Full width.
 */
width: Length, } } | { "Ladder": Point };

export type Shown = { 
/**
 * Who.
 */
model: ModelId, 
/**
 * Bends its way must have.
 */
via: Array<Spot>, 
/**
 * Where it should lead.
 */
to: Point, 
/**
 * At which height; the likeliest if not said.
 */
level: Length | null, };

export type SideId = number;

export type SideView = { 
/**
 * Which.
 */
side: SideId, 
/**
 * What its force is called.
 */
name: string, 
/**
 * How it stands, in a few words.
 */
standing: string, };

export type SideWish = { 
/**
 * Who plays it.
 */
seat: SeatWish, 
/**
 * Its roster.
 */
roster: RosterWish, };

export type Sight = { 
/**
 * Of whom.
 */
to: ModelId, 
/**
 * What.
 */
sighting: Sighting, };

export type Sighting = { 
/**
 * Whether the target can be seen.
 */
seen: boolean, 
/**
 * The verdict in a few words: `in the open`, `light cover`, `Ruin 2 is in the way`.
 */
verdict: string, 
/**
 * The rule that says so.
 */
clause: Clause, 
/**
 * How far apart they are, measured as the book measures.
 */
distance: Length, 
/**
 * The lines that were looked along.
 */
rays: Array<Ray>, 
/**
 * The piece that hides most of the target.
 */
witness: PieceId | null, 
/**
 * What else is worth knowing, as lines of label and value: `Rifle`, `in range, 11 of 24`.
 */
notes: Array<[string, string]>, };

export type Sitter = { "kind": "nobody" } | { "kind": "person", 
/**
 * What they call themselves.
 */
name: string, 
/**
 * Whether they are connected.
 */
here: boolean, } | { "kind": "computer", 
/**
 * Its name.
 */
name: string, };

export type Sketch = { 
/**
 * What people call it.
 */
name: string, 
/**
 * West to east.
 */
width: Length, 
/**
 * South to north.
 */
depth: Length, 
/**
 * Everything on it.
 */
pieces: Array<Piece>, };

export type Spot = { 
/**
 * Where, seen from above.
 */
at: Point, 
/**
 * How high above the bare table.
 */
z: Length, };

export type Stand = { 
/**
 * Where.
 */
spot: Spot, 
/**
 * How dear the way there is; see [`Toll::band`].
 */
band: number, };

export type StandingReply = "never" | "always" | "when_losing";

export type Swing = { 
/**
 * Which: so many had been played before it.
 */
step: number, 
/**
 * How likely each side was to win before it, in thousandths.
 */
before: Array<number>, 
/**
 * What the choices in it did to each side's chances, in thousandths.
 */
choice: Array<number>, 
/**
 * What its dice did.
 */
luck: Array<number>, };

export type TablePreview = { 
/**
 * The game's key.
 */
game: string, 
/**
 * The scenario's key.
 */
scenario: string, 
/**
 * How many sides there will be.
 */
sides: number, 
/**
 * Options that differ from the usual.
 */
options: { [key in string]: string }, 
/**
 * The table.
 */
table: TableWish, };

export type TableWish = { "generated": { 
/**
 * What it should look like.
 */
theme: Theme, 
/**
 * Equal seeds give equal tables; as text, because it is larger than a browser counts.
 */
seed: string, 
/**
 * Whether it looks the same from both ends.
 */
symmetric: boolean, } } | { "file": string };

export type Term = { 
/**
 * Its size as the book writes it: `+1k0`, `-2`.
 */
amount: string, 
/**
 * What it adds to the total; nothing for terms that change the number of dice.
 */
value: number, 
/**
 * Why.
 */
reason: string, 
/**
 * By which rule.
 */
clause: Clause, };

export type Theme = "ruins" | "woods" | "industrial" | "interior" | "wasteland";

export type Thought = { 
/**
 * During which step: so many had been played before it.
 */
step: number, 
/**
 * What had come in during that step before the answer.
 */
input: number, 
/**
 * Whose answer.
 */
side: SideId, 
/**
 * Why it was given.
 */
reasons: Reasons, };

export type Timeline = { 
/**
 * Through whose eyes.
 */
eyes: Eyes, 
/**
 * Through whose eyes it may be seen.
 */
choices: Array<Eyes>, 
/**
 * How many steps were played.
 */
steps: number, 
/**
 * The first step that can be shown.
 */
first: number, 
/**
 * Everything that happened.
 */
log: Array<Told>, 
/**
 * Whether it may be played on from any point, or why not.
 */
branch: { Ok : null } | { Err : string }, 
/**
 * Whether its file may be had, or why not.
 */
file: { Ok : null } | { Err : string }, };

export type Together = { 
/**
 * A way for each model, in the order asked; those without any stay where they are.
 */
ways: Array<[ModelId, Way]>, 
/**
 * Why they cannot all go these ways.
 */
refusal: Refusal | null, };

export type Told = { 
/**
 * How many steps had been played when it happened.
 */
step: number, 
/**
 * What happened.
 */
event: Event, };

export type Toll = { 
/**
 * The cost in the book's own terms: `4.2 of 6 inches`, `2 actions`.
 */
cost: string, 
/**
 * How dear it is: nought for the cheapest moves, one for those that cost a second action
 * or all of a run, and so on.
 */
band: number, 
/**
 * What will have to be rolled or suffered on the way, a few words each.
 */
risks: Array<string>, 
/**
 * Where it really ends, if something stops it on the way.
 */
end: Spot | null, };

export type Undo = { 
/**
 * Whose answer.
 */
side: SideId, 
/**
 * What it was.
 */
what: string, 
/**
 * Whether it can simply be undone; otherwise the others must agree.
 */
free: boolean, };

export type Update = { 
/**
 * Everything that changes.
 */
picture: Picture, 
/**
 * How many events of those seen before still hold; fewer than there were after an undo.
 */
kept: number, 
/**
 * What happened since.
 */
log: Array<Told>, };

export type Vector = { 
/**
 * Eastward part in micrometres.
 */
x: number, 
/**
 * Northward part in micrometres.
 */
y: number, };

export type View = { 
/**
 * Round and phase in words.
 */
phase: string, 
/**
 * The sides, in the order of their numbers.
 */
sides: Array<SideView>, 
/**
 * The models that can be seen, in the order of their numbers.
 */
models: Array<ModelView>, 
/**
 * Parts of the table that matter now.
 */
zones: Array<ZoneView>, 
/**
 * Tokens on the table.
 */
markers: Array<Marker>, 
/**
 * How it ended.
 */
outcome: Outcome | null, };

export type Waiting = { 
/**
 * Which side.
 */
side: SideId, 
/**
 * What is asked; nothing if it is secret.
 */
prompt: string | null, 
/**
 * Since when, in seconds since 1970.
 */
since: number, };

export type Way = { 
/**
 * The way, start included.
 */
path: Array<Spot>, 
/**
 * What it costs and risks.
 */
toll: Toll, 
/**
 * Why it does not lead all the way to where was pointed.
 */
short: Refusal | null, };

export type Welcome = { 
/**
 * The match.
 */
match: string, 
/**
 * The game's key.
 */
game: string, 
/**
 * The game's title.
 */
title: string, 
/**
 * The scenario's title.
 */
scenario: string, 
/**
 * What the scenario is about.
 */
summary: string, 
/**
 * Options that differ from the usual.
 */
options: { [key in string]: string }, 
/**
 * Through whose eyes the table is seen.
 */
eyes: Eyes, 
/**
 * The table.
 */
table: Ground, 
/**
 * What each kind of terrain means.
 */
meanings: { [key in Kind]?: Array<[Meaning, Clause]> }, 
/**
 * Hash of the seed of the dice; empty when real dice are thrown.
 */
commitment: string, 
/**
 * Whether answers may be taken back when the others agree.
 */
take_backs: boolean, 
/**
 * Everything that changes.
 */
picture: Picture, 
/**
 * Everything that happened.
 */
log: Array<Told>, 
/**
 * What was lost or could not be verified when the match was loaded.
 */
warnings: Array<string>, };

export type ZoneView = { 
/**
 * What it is.
 */
name: string, 
/**
 * Whose it is.
 */
side: SideId | null, 
/**
 * Its outline.
 */
outline: Array<Point>, };
