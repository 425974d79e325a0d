/** Sessions with upstreams that take a token of the caller: each caller has its own, as it would have without this server. */
import { ownMember } from '../language/json.ts';
import { type SeparateCallers, type Upstreams, connectUpstreams } from './connect.ts';

/** Callers with open sessions, beyond those with a call under way. */
const MAX_CALLERS = 1000;

interface CallerSessions {
  readonly upstreams: Upstreams;
  calls: number;
}

export const separateCallers: SeparateCallers = (shared, context) => {
  const callers = new Map<string, CallerSessions>();
  const sessionsOf = (token: string): CallerSessions => {
    const earlier = callers.get(token);
    if (earlier !== undefined) return earlier;
    return { upstreams: connectUpstreams({ ...context, separateCallers: undefined, callerToken: token }), calls: 0 };
  };
  const closeOldest = (): void => {
    for (const [token, { upstreams, calls }] of callers) {
      if (callers.size <= MAX_CALLERS) return;
      if (calls > 0) continue;
      callers.delete(token);
      void upstreams.close();
    }
  };
  return {
    ...shared,
    forCaller(token) {
      const own = sessionsOf(token);
      callers.delete(token);
      callers.set(token, own);
      own.calls += 1;
      closeOldest();
      const open: Upstreams['open'] = (name) => {
        const { auth } = ownMember(context.server.upstreams ?? {}, name) ?? {};
        return (auth?.exchange ? own.upstreams : shared).open(name);
      };
      return { upstreams: { ...shared, open }, release: () => void (own.calls -= 1) };
    },
    async close() {
      await Promise.allSettled(
        [shared, ...[...callers.values()].map((one) => one.upstreams)].map((one) => one.close()),
      );
    },
  };
};
