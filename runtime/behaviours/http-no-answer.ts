/** Words for a service that gave no answer. */
import type { ConnectionDescriptor } from '../descriptor.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, failure } from '../failure.ts';

/** By the network's name of the trouble; the author's words where there are some and they can be true. */
export function noAnswer(code: string, method: string, { on_unreachable }: ConnectionDescriptor): ToolFailure {
  // Whatever the author says of a service that is not there: this one is.
  if (/CERT|SSL|TLS|EPROTO|SIGNATURE/.test(code)) {
    return failure(
      'tls_error',
      `The service cannot be trusted: its certificate or encryption is not in order (${code}).`,
      'Tell the user; calling again will not help.',
    );
  }
  if (on_unreachable !== undefined) return authoredFailure(on_unreachable, 'unreachable');
  const arrived = method !== 'GET' && !/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E\w+UNREACH|bad port)$/.test(code);
  return failure(
    'unreachable',
    `The service behind this tool does not answer (${code}).`,
    arrived
      ? 'The request may have arrived all the same: check whether it took effect before calling again.'
      : 'Ask the user whether the program or service is running, then try again.',
  );
}
