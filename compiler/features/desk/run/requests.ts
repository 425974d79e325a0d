/** What the server answers, by method. */
import type { Rejected, Serving } from './serve.ts';

type Request = (params: unknown, serving: Serving) => Promise<object | null | Rejected>;

export const REQUESTS: Readonly<Record<string, Request>> = {};
