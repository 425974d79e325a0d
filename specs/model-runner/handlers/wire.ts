/** The calls of this server's tools. */
import type { Call } from '@haft/runtime';
import type { Connection } from '../../../generated/servers/model-runner/tools.ts';

/** A call of one of this server's tools. */
export type ToolCall = Call<Connection>;
