/** The shapes of the service's JSON, as far as the page looks at them: `/openapi.json` has them all. */

export type Language = "it" | "en";
export type Both = { it: string; en: string };

export interface GameCard {
  id: string;
  name: string;
  prefix: string;
  editions: Record<string, { title: string; language: Language }>;
  rules: number;
  conflicts: number;
  /** A digest of the game's texts: what an answer was given under. */
  corpus: string;
}

export interface Citation {
  rule: string;
  title: string;
  text: string;
  source: { document: string; section: string; page?: number; lines?: string };
}

export interface Step {
  rule: string;
  branch: string;
  facts: Record<string, unknown>;
  bars: boolean;
  says: string;
}

export interface Figure { label: string; says: string }

export type RulingVerdict = "legal" | "illegal" | "resolved" | "choice" | "undecided" | "depends";

/** What a ruling answers to what was asked of it. */
export interface ShortAnswer { verdict: Answer["verdict"]; says: string }

export interface Branch {
  values: unknown[];
  says: string;
  verdict: RulingVerdict;
  outcome: Record<string, unknown>;
  outcome_says: Figure[];
  steps: Step[];
  allowed?: boolean;
  hangs_on?: HangsOn;
  answer?: ShortAnswer;
}

export interface HangsOn { field: string; question: string; branches?: Branch[] }

export interface RestsOn {
  conflict: string;
  about: string;
  taken: string;
  taken_says: string;
  other_reading: string;
  other_reading_says: string;
  other_outcome: Record<string, unknown>;
  other_outcome_says: Figure[];
  other_verdict: RulingVerdict | null;
}

/** A smallest change that alters the result. */
export interface Flip {
  change: { field: string; from: unknown; to: unknown; says: string };
  verdict: RulingVerdict;
  outcome_says: Figure[];
}

export interface Ruling {
  procedure: string;
  verdict: RulingVerdict;
  outcome: Record<string, unknown>;
  outcome_says: Figure[];
  steps: Step[];
  rests_on: RestsOn[];
  flips: Flip[];
  allowed?: boolean;
  decided_by?: string[];
  hangs_on?: HangsOn;
  assumed?: { field: string; value: unknown; says: string }[];
  yours?: Yours;
  answer?: ShortAnswer;
}

export interface PositionRead { procedure: string; state: any; wants: string | null }
export interface Missing {
  field: string;
  question: string;
  answers: { value: unknown; says: string; verdict: RulingVerdict }[];
}
/** What house rules and errata make of it, beside the official answer. */
export interface Yours { says: string; rules: { id: string; text: string }[] }

export interface Understood { field: string; value: unknown; says: string; words: string }

/** The position that a question may hold. */
export interface Perhaps { understood: Understood[]; ruling: Ruling; says: string }

/** The ruling on a further position in the same question; `question`: the words that ask for it. */
export interface RuledBesides {
  question: string;
  understood: Understood[];
  ruling: Ruling;
  position: PositionRead | null;
}

export interface Answer {
  question: string;
  follows?: string;
  language: Language;
  game: string | null;
  answer: string;
  verdict: "yes" | "no" | "value" | "explained" | "depends" | "unknown";
  abstained: boolean;
  sentences: { text: string; cites: string[] }[];
  citations: Citation[];
  edition: string | null;
  understood: Understood[];
  ruling: Ruling | null;
  position: PositionRead | null;
  /** Where the position was not read surely enough to be ruled on. */
  perhaps?: Perhaps;
  /** Of several positions in one question, those after the first. */
  also?: RuledBesides[];
  missing: Missing[];
  conflicts: { id: string; readings: Record<string, string>; taken: string | null }[];
  yours?: Yours;
  confidence: number;
  model: string;
  timings_ms: { retrieve: number; adjudicate: number; generate: number };
}

export interface Dispute {
  claims: { text: string; borne_out: boolean | null }[];
  step: Step | null;
  answer: Answer;
}

export interface Ask { q: string; a: string }

/** A rule with its relations, the ids of others. */
export interface RuleText extends About {
  kind: "rule";
  source: Citation["source"][];
  asks: Record<Language, Ask[]>;
  exception_to: string[];
  exceptions: string[];
  overrides: string[];
  see: string[];
  /** Of an overview: the rules that it puts in order. */
  sums_up: string[];
  conflicts: string[];
}

export interface ConflictText extends About {
  kind: "conflict";
  conflict: "edition" | "contradiction" | "ambiguity" | "gap";
  rules: string[];
  /** Answered by the default reading, or by each. */
  asks: Record<Language, { q: string; a: string | Record<string, string> }[]>;
  readings: Record<string, Both>;
  editions: Record<string, string>;
  default: string;
  why: Both | null;
  /** Of a gap: what would settle it. */
  missing: Both | null;
}

export interface Term { id: string; name: Both; meaning: Both; it: string[]; en: string[]; rules: string[] }

/** All of a game for reading. */
export interface WholeGame {
  game: string;
  corpus: string;
  chapters: { id: string; title: Both; rules: RuleText[] }[];
  conflicts: ConflictText[];
  terms: Term[];
}

/** A rule or a conflict in both languages. */
export interface About {
  id: string;
  game: string;
  kind: "rule" | "conflict";
  title: Both;
  text: Both;
  /** Of a rule. */
  source?: Citation["source"][];
  /** Of a conflict; none of a gap. */
  readings?: Record<string, Both>;
  /** Which reading each edition states. */
  editions?: Record<string, string>;
}

/** What the fields and the values of a game's states are called; a field of one type goes before it: `Move.standing`. */
export interface Words {
  game: string;
  corpus: string;
  fields: Record<string, { label: Both; question: Both }>;
  words: Record<string, Both>;
}

export interface ProcedureCard { id: string; game: string; summary: Both }

export interface Described extends ProcedureCard {
  schema: any;
  example: any;
}
