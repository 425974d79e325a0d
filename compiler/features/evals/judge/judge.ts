/** What a model did with a request against what the case expects. */
import type { ObjectSchema } from '@haft/runtime';
import type { Expected, ToolEval } from '../../../plan/model.ts';
import { judgeArguments } from './arguments.ts';
import type { ArgumentsJudgment } from './arguments.ts';
import { LOAD_SKILL } from '../online/conversation.ts';
import type { OfferedTool } from '../online/conversation.ts';
import type { EngineAnswer, EngineCall } from '../online/engine.ts';

export type CaseOutcome =
  /** Nothing is known of the model: it is never counted as wrong. */
  | { readonly kind: 'error'; readonly message: string }
  /** The tier cannot judge such a case. */
  | { readonly kind: 'not-judged'; readonly why: string }
  | {
      readonly kind: 'judged';
      /** Whether the right tool was called, or rightly none. */
      readonly right: boolean;
      /** Name of the tool or skill that was called; undefined where none was. */
      readonly called: string | undefined;
      /** Only where the right tool was called and the case expects arguments. */
      readonly arguments?: ArgumentsJudgment;
      /** Only of the offline tier. */
      readonly reading?: OfflineReading;
    };

/** How clear the offline reader's choice was. */
export interface OfflineReading {
  /** Rank of the expected tool; 1 is the best. */
  readonly rank: number;
  /** Score of the expected tool less that of the rival, as a share of the larger; negative where the case is lost. */
  readonly margin: number;
  /** The best of the others; undefined where there is no other. */
  readonly rival: string | undefined;
}

export function judge(one: ToolEval, answer: EngineAnswer, tools: readonly OfferedTool[]): CaseOutcome {
  if (answer.kind === 'error') return { kind: 'error', message: answer.message };
  const called = answer.kind === 'call' ? calledName(answer) : undefined;
  const asks = answer.kind === 'text' && /[?？؟]/u.test(answer.text);
  const all = answer.kind === 'call' ? [called, ...(answer.further ?? [])] : [];
  const right = meets(one.expect, called, asks) && !one.never?.some((name) => all.includes(name));
  const judged = { kind: 'judged', right, called } as const;
  if (!right || !one.arguments || answer.kind !== 'call') return judged;
  return { ...judged, arguments: judgeArguments(one.arguments, answer.arguments, schemaOf(answer.name, tools)) };
}

function calledName({ name, arguments: args }: EngineCall): string {
  return name === LOAD_SKILL && typeof args['name'] === 'string' ? args['name'] : name;
}

function meets(expect: Expected, called: string | undefined, asks: boolean): boolean {
  if (expect === null) return called === undefined;
  if (typeof expect === 'string') return called === expect;
  if ('any_of' in expect) return called !== undefined && expect.any_of.includes(called);
  return called === undefined && asks;
}

function schemaOf(name: string, tools: readonly OfferedTool[]): Pick<ObjectSchema, 'properties'> {
  return tools.find((tool) => tool.name === name)?.inputSchema ?? { properties: {} };
}
