/** Starts the double in its own process. */
import type { Double } from '../process.ts';
import { startDouble } from '../process.ts';
import type { Face, Runner, Trouble } from './constants.ts';

/** A running model runner, whose face a test can change. */
export interface ModelRunner extends Double {
  readonly url: string;
  become(runner: Runner, trouble?: Trouble, more?: Pick<Face, 'shape' | 'text'>): Promise<void>;
}

export async function startModelRunner(runner: Runner = 'ollama'): Promise<ModelRunner> {
  const first: Face = { runner, trouble: 'none' };
  const double = await startDouble(new URL('main.ts', import.meta.url), [JSON.stringify(first)]);
  return {
    ...double,
    url: `http://127.0.0.1:${double.port}`,
    become: (next, trouble = 'none', more = {}) => double.settle(JSON.stringify({ runner: next, trouble, ...more })),
  };
}
