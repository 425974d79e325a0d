/** A request of the forge, and its answer. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export interface ForgeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text or bytes. */
  readonly body?: unknown;
}
