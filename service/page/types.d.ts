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

export interface Branch {
  values: unknown[];
  says: string;
  verdict: RulingVerdict;
  outcome: Record<string, unknown>;
  outcome_says: Figure[];
  steps: Step[];
  hangs_on?: HangsOn;
}

export interface HangsOn { field: string; question: string; branches?: Branch[] }

export interface RestsOn {
  conflict: string;
  about: string;
  taken: string;
  other_reading: string;
  other_outcome: Record<string, unknown>;
  other_verdict: RulingVerdict | null;
}

export interface Ruling {
  procedure: string;
  verdict: RulingVerdict;
  outcome: Record<string, unknown>;
  outcome_says: Figure[];
  steps: Step[];
  rests_on: RestsOn[];
  flips: { change: { field: string; from: unknown; to: unknown; says: string }; verdict: RulingVerdict; outcome_says: Figure[] }[];
  hangs_on?: HangsOn;
  assumed?: { field: string; value: unknown; says: string }[];
}

export interface PositionRead { procedure: string; state: any; wants: string | null }
export interface Missing {
  field: string;
  question: string;
  answers: { value: unknown; says: string; verdict: RulingVerdict }[];
}
export interface Understood { field: string; value: unknown; says: string; words: string }

export interface Answer {
  question: string;
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
  missing: Missing[];
  conflicts: { id: string; readings: Record<string, string>; taken: string | null }[];
  confidence: number;
  model: string;
  timings_ms: { retrieve: number; adjudicate: number; generate: number };
}

export interface Described {
  id: string;
  game: string;
  summary: Both;
  schema: any;
  example: any;
}
