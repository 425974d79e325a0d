/** What a platform with fetch gives a server. */
import type { ProcessVariables } from '../server/environment.ts';

/** What the platform provides. */
export interface FetchOptions {
  /** The environment, from which only declared variables, `HAFT_LOG` and those that choose tools are read. Nothing is set where absent. */
  readonly env?: ProcessVariables;
  /** The bearer token that requests must carry, at least 16 characters. Without it and `auth`, every request is accepted. */
  readonly token?: string;
  /** The public URL of the endpoint, which a server with `auth` requires here or in `HAFT_URL` of `env`. */
  readonly url?: string;
  /** Takes the lines of the log; they are dropped where absent. */
  readonly log?: (line: string) => void;
  /** Names the client of a request, to which `limits.calls_per_minute` applies; all are one where absent. */
  readonly clientOf?: (request: Request) => string;
}
