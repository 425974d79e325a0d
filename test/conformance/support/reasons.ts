/** Why our server answers otherwise than the official SDK's: every difference that may be, and no other. */

export type Era = 'legacy' | 'modern';

interface Reason {
  readonly why: string;
  /** Only in this era. */
  readonly era?: Era;
  readonly calls: readonly string[];
  /** Pointers into the answer; "" is the answer as a whole, which only one of them gives. */
  readonly at: readonly string[];
}

const ENVELOPE = ['/result/content/0/text', '/result/structuredContent'];

const REASONS: readonly Reason[] = [
  {
    why: 'EXT §2.4: a refusal is the same envelope as every failure, names path, value and allowed values, and has a hint.',
    calls: ['a missing argument', 'no arguments', 'a wrong type', 'a wrong word', 'an unknown argument'],
    at: ENVELOPE,
  },
  {
    why: 'EXT §7: what a crash says inside never reaches the model; it gets a reference that the log explains.',
    calls: ['a tool that crashes'],
    at: ENVELOPE,
  },
  {
    why: 'EXT §8 rule 3: defaults are filled before the handler runs; the SDK leaves them out.',
    calls: ['a default'],
    at: ['/result/content/0/text', '/result/structuredContent/data/sum'],
  },
  {
    why: 'Ours says what is wrong in a sentence; the codes are the same.',
    calls: [
      'arguments that are a list',
      'an unknown tool',
      'a tool of the prototype',
      'no tool',
      'a tool that is a number',
    ],
    at: ['/error/message'],
  },
  { why: 'Ours names the method.', calls: ['an unknown method'], at: ['/error/message'] },
  { why: 'Ours names the method.', era: 'modern', calls: ['ping', 'initialize'], at: ['/error/message'] },
  {
    why: 'No cursor was ever given out, and an invalid one should be -32602 (MCP, utilities/pagination); the SDK does not look.',
    calls: ['an unknown cursor'],
    at: ['/error', '/result'],
  },
  {
    why: 'JSON-RPC 2.0 §5: whoever sends something unreadable is told so; the SDK stays silent and its client waits.',
    calls: ['params that are a list', 'garbage', 'a batch', 'a null id', 'another protocol'],
    at: [''],
  },
  {
    why: 'Discovery is a question of the modern era in any connection: ours asks for the envelope, the SDK has chosen an era for good.',
    era: 'legacy',
    calls: ['discovery'],
    at: ['/error/code', '/error/message'],
  },
  {
    why: 'The tools change only with the server: clients may keep them (SEP-2549). The SDK knows nothing about its tools.',
    era: 'modern',
    calls: ['the tools', 'an empty cursor', 'discovery'],
    at: ['/result/ttlMs', '/result/cacheScope'],
  },
];

const NO_MESSAGE = ['/jsonrpc', '/error', '/id'];

/** Over HTTP these come before those above. */
const HTTP_REASONS: readonly Reason[] = [
  {
    why: 'Both refuse in the same way, in other words.',
    calls: ['garbage', 'a null id', 'another protocol'],
    at: ['/error/message'],
  },
  {
    why: 'JSON-RPC 2.0 §5.1 has a code of its own for params that are not in order.',
    calls: ['params that are a list'],
    at: ['/error/code', '/error/message'],
  },
  {
    why: 'Only 2025-03-26 had batches, and no known client sends them; the SDK takes them in its legacy era.',
    era: 'legacy',
    calls: ['a batch'],
    at: ['/status', '/id', '/error', '/result'],
  },
  {
    why: 'Ours names what is wrong: the batch. The SDK names the revision.',
    era: 'modern',
    calls: ['a batch'],
    at: ['/error/code', '/error/message'],
  },
  {
    why: 'What is refused before its body is read gets plain text: no message was read that could be answered.',
    calls: ['GET', 'DELETE', 'another type'],
    at: NO_MESSAGE,
  },
  {
    why: 'A client that takes no JSON is told so in both eras; the SDK does so in the legacy one, with a message.',
    era: 'legacy',
    calls: ['no JSON accepted'],
    at: NO_MESSAGE,
  },
  {
    why: 'A client that takes no JSON is told so in both eras; the SDK looks in the legacy one alone.',
    era: 'modern',
    calls: ['no JSON accepted'],
    at: ['/status', '/result', '/jsonrpc', '/id'],
  },
  {
    why: 'Every answer can be had as JSON, so a client that takes nothing else is welcome.',
    era: 'legacy',
    calls: ['only JSON accepted'],
    at: ['/status', '/id', '/result', '/error'],
  },
  {
    why: 'The request was read, so the error carries its id, and the code that 2026-07-28 has for this.',
    era: 'legacy',
    calls: ['an unknown version'],
    at: ['/id', '/error/code', '/error/message', '/error/data'],
  },
  {
    why: 'Ours says it in one sentence; the SDK adds data of its own making.',
    era: 'modern',
    calls: [
      'no version',
      'an unknown version',
      'another method in the header',
      'no method in the header',
      'another name in the header',
      'no name in the header',
    ],
    at: ['/error/message', '/error/data'],
  },
  {
    why: 'Discovery is of the modern era whatever the headers say: ours asks for what is missing.',
    era: 'legacy',
    calls: ['discovery'],
    at: ['/status', '/error/code', '/error/message'],
  },
];

/** The places at which the answers to a call over stdio may differ, in an era. */
export function reasonsOf(call: string, era: Era): string[] {
  return placesIn(REASONS, call, era);
}

/** The same over HTTP. */
export function httpReasonsOf(call: string, era: Era): string[] {
  const own = placesIn(HTTP_REASONS, call, era);
  return own.length > 0 ? own : placesIn(REASONS, call, era);
}

function placesIn(reasons: readonly Reason[], call: string, era: Era): string[] {
  return reasons.filter((reason) => (reason.era ?? era) === era && reason.calls.includes(call)).flatMap(({ at }) => at);
}
