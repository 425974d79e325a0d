/** `.haft/evals/`: answers of engines by the whole request, so that an interrupted run goes on where it was. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineAnswer } from '../online/engine.ts';
import { fileHash } from '../../../plan/hash.ts';
import { readJsonMap } from '../../../plan/read-json.ts';
import { readRegular } from '../../../edge/project-files/read.ts';
import { writeWhole } from '../../../edge/write/whole.ts';

export interface AnswerCache {
  /** Whether it gives no answer that was known before the run. */
  readonly isFresh?: boolean;
  get(request: string): EngineAnswer | undefined;
  put(request: string, answer: EngineAnswer): void;
}

const FOLDER = join('.haft', 'evals');
const MAX_BYTES = 10_485_760;

/** Errors are not kept. Safe to delete at any time. */
export function openAnswerCache(root: string): AnswerCache {
  const placeOf = (request: string): string => join(root, FOLDER, `${fileHash(Buffer.from(request))}.json`);
  return {
    get(request) {
      const path = placeOf(request);
      if (!existsSync(path)) return undefined;
      const value = readJsonMap(readRegular(path, { most: MAX_BYTES }).toString('utf8'));
      return isAnswer(value) ? value : undefined;
    },
    put(request, answer) {
      if (answer.kind !== 'error') writeWhole([{ path: placeOf(request), content: `${JSON.stringify(answer)}\n` }]);
    },
  };
}

/** Repeats requests that are in the cache; the new answers replace the old ones. */
export function openFreshCache(root: string): AnswerCache {
  const { put } = openAnswerCache(root);
  return { get: () => undefined, put, isFresh: true };
}

function isAnswer(value: unknown): value is EngineAnswer {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('tokens' in value)) return false;
  if (typeof value.tokens !== 'object') return false;
  if (value.kind === 'text') return 'text' in value && typeof value.text === 'string';
  return value.kind === 'call' && 'name' in value && typeof value.name === 'string' && 'arguments' in value;
}
