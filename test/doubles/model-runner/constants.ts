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
