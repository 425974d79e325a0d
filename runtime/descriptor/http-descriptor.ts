/** The pieces of a descriptor that are about HTTP alone: connections, requests, credentials, bodies, retries, pages and jobs. */
import type { AroundWork, ErrorCase, ErrorTable, FailureTest, ResultTable } from './result-descriptor.ts';
import type { TranslateTable } from '../language/translate.ts';
import type { Json, JsonObject } from '../language/json.ts';

/** A service that tools talk to over HTTP. */
export interface ConnectionDescriptor {
  /** Template over `env` only; requests never leave its origin. */
  readonly base_url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: ConnectionAuth;
  readonly timeout_ms?: number;
  readonly on_unreachable?: ErrorCase;
  /** Cases by status code that hold for every tool on this connection; a tool's own come first. */
  readonly errors?: ErrorTable;
}

/** One request to a connection, and the failures that its response can report. */
export interface HttpStep {
  readonly connection: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template whose values are percent-encoded (RFC 6570 simple expansion). */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body template; see `language/template.ts`. */
  readonly json?: Json;
  /** Text body template; a list is joined with `separator`. */
  readonly text?: string;
  readonly separator?: string;
  /** Fields of an `application/x-www-form-urlencoded` body: templates as in `json`. */
  readonly form?: JsonObject;
  /** Fields of a `multipart/form-data` body (RFC 7578). */
  readonly multipart?: Readonly<Record<string, string | MultipartFile>>;
  /** How lists and objects are written in `query` and `form`; `repeat` where absent. */
  readonly style?: PairStyle;
  /** How the body of a success is read; `json` where absent. An empty body is a success in each mode. */
  readonly response?: ResponseMode;
  readonly retry?: RetryPolicy;
  readonly translate?: TranslateTable;
  readonly errors?: ErrorTable;
  readonly fails_when?: readonly FailureTest[];
}

/** One request, sent when none of those `before` it reported a failure. */
export interface HttpBehavior extends HttpStep, AroundWork<HttpStep> {
  readonly kind: 'http';
  /** Bytes of a response; 10 MiB where absent. */
  readonly max_bytes?: number;
  /** With `response: bytes`: the file that is written; templates, `folder` over `env` only. */
  readonly save_to?: { readonly folder: string; readonly path: string };
  /** `location`: a redirect is the success, and its address the answer. */
  readonly redirect?: 'location';
  readonly paging?: PagingPolicy;
  readonly poll?: PollPolicy;
  readonly result?: ResultTable;
}

/** Credentials of a connection or an upstream; exactly one. All texts are templates over `env` only. */
export interface ConnectionAuth {
  /** RFC 7617; of a connection. */
  readonly basic?: { readonly user: string; readonly password: string };
  /** RFC 6749 §4.4. */
  readonly client_credentials?: TokenRequest;
  /** RFC 6749 §6. */
  readonly refresh_token?: TokenRequest & { readonly refresh_token: string };
  /** RFC 6749 §4.1: a user has logged in with `haft login`, and the tokens are in the folder of logins. */
  readonly login?: LoginRequest;
  /** RFC 8693: what the authorization server issues for the token of the caller. */
  readonly exchange?: ExchangeRequest;
  /** RFC 7523 §2.1: a token of the workload that the server is, which its platform gives it. */
  readonly workload?: WorkloadRequest;
}

/** The token of the caller is sent to `token_url`, and nowhere else. */
interface ExchangeRequest extends TokenRequest {
  readonly token_url: string;
  /** The address of the service that the token is for (RFC 8707). */
  readonly resource?: string;
}

/** Exactly one of `token` and `token_file`, which is read for each request. */
interface WorkloadRequest extends Pick<TokenRequest, 'token_url' | 'scope' | 'audience'> {
  readonly client_id?: string;
  readonly token?: string;
  readonly token_file?: string;
}

/** What a login asks for, and where, as far as the metadata of the service do not say it. */
export interface LoginRequest {
  /** The authorization server, found by the metadata of the service where absent. */
  readonly issuer?: string;
  readonly authorize_url?: string;
  readonly token_url?: string;
  /** Registered by hand; the client registers itself where absent. */
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly scope?: string;
}

/** A request for an access token. */
export interface TokenRequest {
  /** https, or an address of this machine; of an upstream, found by its metadata where absent. */
  readonly token_url?: string;
  readonly client_id: string;
  readonly client_secret?: string;
  /** In place of a secret (RFC 7523 §2.2): PKCS #8 in PEM, or a JSON Web Key; `private_key_file` is read for each request. */
  readonly private_key?: string;
  readonly private_key_file?: string;
  /** The name of the key at the authorization server. */
  readonly key_id?: string;
  /** Such as ES256; follows from the key where absent. */
  readonly algorithm?: string;
  readonly scope?: string;
  readonly audience?: string;
  /** How the client authenticates (RFC 6749 §2.3.1): with Basic credentials, the default, or with fields of the body. */
  readonly credentials?: 'header' | 'body';
}

/** `a=1&a=2` · `a=1,2` · `a[]=1&b[c]=2` · `a[0]=1&b[c]=2`; in the first two an object is JSON text. */
export type PairStyle = 'repeat' | 'comma' | 'brackets' | 'indices';

type ResponseMode = 'json' | 'text' | 'lines' | 'bytes' | 'none';

/** A query parameter with its own way to write lists. */
export interface QueryValue {
  readonly value: string;
  /** Between the elements of a list. */
  readonly join?: string;
  readonly style?: PairStyle;
}

/** A file of a multipart body: exactly one of `base64`, `text`, and `folder` with `path`; all but numbers are templates. */
export interface MultipartFile {
  readonly base64?: string;
  readonly text?: string;
  readonly folder?: string;
  readonly path?: string;
  /** File name; the last part of `path` where absent. */
  readonly name?: string;
  readonly type?: string;
  readonly max_bytes?: number;
}

/** Attempts of one request, the first one included. */
export interface RetryPolicy {
  readonly attempts: number;
  /** Statuses; 429, 502, 503 and 504 where absent. */
  readonly on?: readonly number[];
  /** Milliseconds before the second attempt, doubled for each further one up to the maximum; `Retry-After` has priority. */
  readonly backoff_ms?: number;
  readonly max_backoff_ms?: number;
}

/** Several pages as one answer. */
export interface PagingPolicy {
  readonly by: 'link' | 'next' | 'cursor' | 'page' | 'offset';
  /** RFC 6901: the list in each page. */
  readonly items: string;
  /** RFC 6901: the next link (`next`), the next cursor (`cursor`), or whether there are more (`page`, `offset`). */
  readonly pointer?: string;
  /** The query parameter that selects the page; for links the one in which they differ. */
  readonly query?: string;
  /** RFC 6901: the member of the JSON body that selects the page, instead of `query`. */
  readonly json?: string;
  /** Number of the first page; 1 where absent. */
  readonly first?: number;
  /** Template of the maximum number of items of one call; 100 where absent. */
  readonly limit?: string;
  /** Template of the cursor with which a call continues an earlier one. */
  readonly resume?: string;
  /** Requests of one call; 10 where absent. */
  readonly max_pages?: number;
}

/** Waiting for a job that the first response has started. */
export interface PollPolicy {
  /** RFC 6901: the address of the status in the first response; its Location header where absent. */
  readonly pointer?: string;
  /** Template of the path of the status; the JSON of the first response is `response` in it. */
  readonly path?: string;
  /** The response is final when the pointer finds one of these; when its status is not 202 where absent. */
  readonly until?: { readonly pointer: string; readonly in: readonly Json[] };
  /** RFC 6901: the address of the result in the final status; the final status is the result where absent. */
  readonly result?: string;
  /** Milliseconds before the first request for the status, half as many more for each further one up to the maximum. */
  readonly interval_ms?: number;
  readonly max_interval_ms?: number;
}
