/** All behaviors by kind: a new one is a file, its line here, and its module in `modules.ts`. */
import { command } from './command.ts';
import { handler } from './handler.ts';
import { http } from './http.ts';
import type { BehaviorTable } from './run.ts';

export const BEHAVIORS: Required<BehaviorTable> = { http, command, handler };
