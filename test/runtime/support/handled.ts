/** A tool with a handler, and what a model reads of its result. */
import type { Handler } from '../../../runtime/behaviors/shared/run.ts';
import { type Outcome, type Setting, variable } from './call-tool.ts';

export type AnyHandler = Handler<{ readonly value?: string }, unknown, string, Record<string, string>, string, string>;

export const SECRET = 'swordfish-4711';
export const VARIABLES = {
  declared: { KEY: variable({ secret: true }), FOLDER: variable(), UNSET: variable() },
  parameters: { value: { type: 'string' } },
} as const satisfies Partial<Setting>;

export const handled = (run: AnyHandler, source: Readonly<Record<string, string>>, access: object = {}): Setting => ({
  ...VARIABLES,
  behavior: { kind: 'handler', export: 'run', ...access },
  handlers: { run: run as unknown as Handler<never> },
  source: { KEY: SECRET, ...source },
});

/** What a model reads; lines of the log may differ. */
export const shown = async (outcome: Promise<Outcome>): Promise<unknown> => {
  const { success, data, code, error, retry_hint } = await outcome;
  return success ? { data } : { code, error, retry_hint };
};
