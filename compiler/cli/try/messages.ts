/** What the page of `haft try` and its process say to each other: one request and one response for each path. */
import type { Json, JsonObject } from '@haft/runtime/language';
import type { Severity } from '../../base/diagnostic.ts';
import { type Matching, anything, flag, map, mapOf, number, text } from '../../spec/shape/form.ts';
import type { HostRow, ProblemRow } from '../../features/connect/doctor/host-rows.ts';
import type { ModelText } from '../../features/desk/model-text.ts';
import type { ChoiceCards } from '../../features/evals/report/choice-cards.ts';
import type { ChangeCards } from '../../report/changes/cards.ts';
import type { Verdict } from '../../report/changes/group.ts';
import type { Life } from '../../versions/life.ts';

/** A server, a tool of a server, or a skill; the whole project without a name. */
const subject = map({}, { server: text, tool: text, skill: text });
export type Subject = Matching<typeof subject>;

/** What each path takes; nothing else reaches an answer. A tool is named `server.tool`. No message has a path, a command, an address or a variable. */
export const TRY_FORMS = {
  '/api/project': map({}),
  '/api/model': subject,
  '/api/changes': subject,
  '/api/evals': subject,
  '/api/life': subject,
  '/api/tool': map({ tool: text }),
  '/api/preview': map({ tool: text, arguments: mapOf(anything) }),
  /** `agreed`: the person in front of the page wants the effect. */
  '/api/call': map({ tool: text, arguments: mapOf(anything), agreed: flag }),
  /** Of a question that a call waits for. */
  '/api/answer': map({ question: number, accepted: flag, values: mapOf(anything) }),
  /** The value at a pointer of an answer becomes a field of `result:`. */
  '/api/pick': map({ answer: number, pointer: text, field: text }),
  '/api/undo': map({}),
  '/api/record': map({ answer: number }),
  '/api/hosts': map({}),
  /** Starts the servers as their hosts would. */
  '/api/examine': map({}),
  /** The id of a finding of the last examination. */
  '/api/fix': map({ finding: number }),
  /** Waits until the specs differ from those of the version. */
  '/api/changed': map({ version: number }),
};
export type TryPath = keyof typeof TRY_FORMS;
export type TryRequests = { readonly [P in TryPath]: Matching<(typeof TRY_FORMS)[P]> };

export interface TryResponses {
  readonly '/api/project': ListedProject;
  readonly '/api/model': ModelText;
  readonly '/api/changes': ChangeCards | { readonly none: string };
  readonly '/api/evals': ShownEvals;
  readonly '/api/life': Life;
  readonly '/api/tool': ShownTool;
  readonly '/api/preview': { readonly text: string };
  readonly '/api/call': TriedCall | ShownQuestion | { readonly ask: string };
  readonly '/api/answer': TriedCall | ShownQuestion;
  readonly '/api/pick': { readonly says: string };
  readonly '/api/undo': { readonly says: string };
  readonly '/api/record': { readonly says: string };
  readonly '/api/hosts': ShownHosts;
  readonly '/api/examine': ShownHosts;
  /** `success`: every command ended with code 0. */
  readonly '/api/fix': { readonly success: boolean; readonly printed: string };
  readonly '/api/changed': { readonly version: number };
}

export interface ListedProject {
  readonly version: number;
  /** The specs have errors that prevent a Plan: everything shown is from before them. */
  readonly isStale: boolean;
  readonly findings: readonly ShownFinding[];
  /** Findings that are left out. */
  readonly hidden: number;
  readonly servers: readonly ListedServer[];
  readonly skills: readonly ListedPart[];
}

export interface ListedPart {
  readonly name: string;
  readonly title: string;
  /** Errors and warnings. */
  readonly findings: number;
  /** The most severe of its changes since the release; absent where there are none. */
  readonly verdict?: Verdict;
  /** What a model pays for it, an estimate. */
  readonly tokens: number;
}

export interface ListedServer extends ListedPart {
  readonly version: string;
  readonly tools: readonly ListedTool[];
}

interface ListedTool extends ListedPart {
  readonly effect: string;
  readonly isDeprecated: boolean;
}

export interface ShownFinding extends Subject {
  readonly severity: Severity | 'note';
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** `specs/shop.yaml:12` */
  readonly place: string;
}

export interface ShownEvals {
  /** What the figures are, and what they are not. */
  readonly heading: string;
  readonly choices: readonly ChoiceCards[];
  /** Recorded results of models. */
  readonly scores: readonly string[];
}

export interface ShownHosts {
  readonly hosts: readonly HostRow[];
  /** Absent before the first examination. */
  readonly problems?: readonly ProblemRow[];
}

export interface ShownTool {
  readonly name: string;
  readonly effect: string;
  /** `specs/shop.yaml:12` */
  readonly place: string;
  readonly parameters: readonly Field[];
  /** Fields of `result:`, with their pointers where they are pointers. */
  readonly result: Readonly<Record<string, Json>>;
  /** Whether an answer can be picked from. */
  readonly mapped: boolean;
  /** Arguments of recorded calls. */
  readonly recorded: readonly JsonObject[];
  /** Path of the page that hosts show; absent for a tool without `view:`. */
  readonly view?: string;
  /** A result that is shown before any call. */
  readonly given?: JsonObject;
}

export interface Field {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly required: boolean;
  readonly values?: readonly Json[];
  readonly preset?: Json;
}

/** What a tool asks its user; the call waits for the answer, with the arguments that it was made with. */
export interface ShownQuestion {
  /** Its number, for the answer. */
  readonly question: number;
  readonly message: string;
  /** It is that of `confirm:`: yes or no. */
  readonly confirms: boolean;
  readonly fields: readonly Field[];
}

export interface TriedCall {
  /** Number of the answer, for the requests that use it; absent where nothing can be picked or recorded. */
  readonly answer?: number;
  readonly success: boolean;
  /** As a model gets it. */
  readonly result: JsonObject;
  /** What `result:` reads; absent where there was no answer. */
  readonly source?: Json;
  readonly milliseconds: number;
}
