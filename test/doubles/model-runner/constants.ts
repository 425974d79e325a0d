/** What tests and the double both know: faces, troubles, models, texts. */

/** Ollama; llama-server with one model; llama-server that routes to several. */
export const RUNNERS = ['ollama', 'llama-server', 'router'] as const;
export type Runner = (typeof RUNNERS)[number];

/** What goes wrong, if anything. */
export const TROUBLES = [
  'none',
  /** No model is downloaded: Ollama's list is null. */
  'empty-list',
  'loading',
  'out-of-memory',
  'not-loaded',
  'queue-full',
  'context-overflow',
  'needs-key',
  /** The model cannot call tools. */
  'no-tools',
  /** The model prints a call as text. */
  'printed-call',
  /** The model calls the right tool, and makes up the arguments. */
  'wrong-arguments',
  /** The arguments of the call are no JSON. */
  'broken-arguments',
  /** The arguments are an object where the interface asks for a text. */
  'object-arguments',
  'wrong-tool',
  'several-calls',
  /** The model calls the tool for every question, and rightly where one is needed. */
  'always-calls',
  /** The tokens end in the middle of the call: recorded of llama-server, which sends what there is. */
  'cut-call',
  /** The model answers in text where it should call. */
  'talks',
  /** Nothing at all, and the model says that it is done: recorded of llama-server. */
  'no-words',
  'bad-output',
  /** All tokens went into thinking. */
  'silent',
  /** An answer that never comes; the connection stays open. */
  'slow',
  'broken-json',
  /** The process dies while it answers. */
  'dies',
  /** Another program listens there, and answers everything with an empty object. */
  'stranger',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** How an error is told: `{error:{message,type,param,code}}`, `{error:{code,message,type}}` or `{error:"text"}`. */
export const SHAPES = ['ollama', 'llama-server', 'text'] as const;
export type Shape = (typeof SHAPES)[number];

/** One face of the double. */
export interface Face {
  readonly runner: Runner;
  readonly trouble: Trouble;
  /** The runner's own where absent. */
  readonly shape?: Shape;
  /** For out-of-memory: the text that the runner passes on. */
  readonly text?: string;
}

export const KEY = 'FakeRunnerKey0000000000';

export const MODELS = { small: 'qwen3:0.6b', large: 'llama3.3:70b' } as const;

/** The question for which a good model calls a tool, and the call that it makes. */
export const NEEDS_TOOL = /what time/i;
export const RIGHT_CALL = { name: 'get_time', arguments: '{"city":"Oslo","clock":"24-hour"}' } as const;

/** The alias under which llama-server answers, whatever was asked. */
export const ALIAS = 'tiny.gguf';

/** Recorded of Ollama; the last one stands in public reports. */
export const MEMORY_TEXTS = [
  'out of memory',
  'failed to allocate',
  'allocation failed',
  'not enough memory',
  'insufficient memory',
  'cudaMalloc failed',
  'model requires more system memory (9.9 GiB) than is available (7.6 GiB)',
] as const;
