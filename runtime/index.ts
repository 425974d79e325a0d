/** What a generated server and the author of a handler import. */
export { serve } from './server/serve.ts';
export { createFetchHandler } from './transport/fetch.ts';
export type { FetchOptions } from './transport/fetch-options.ts';
export type { Handler, Handlers } from './behaviors/shared/run.ts';
export type { Content, ContentBlock } from './server/content.ts';
export type { HandlerCall as Call } from './behaviors/handler/call.ts';
export type { CallUser } from './server/user.ts';
export type { ToolFailure } from './server/failure.ts';
export type { Answered, AskOptions, AskUser, UserQuestion } from './asking/question.ts';
export type {
  ArgvElement,
  AuthDescriptor,
  Behavior,
  CommandBehavior,
  CommandStep,
  DatabaseDescriptor,
  SqlBehavior,
  SqlKey,
  SqlResume,
  SqlStatement,
  SqlStep,
  StatementPart,
  ConnectionDescriptor,
  McpBehavior,
  PassedCapability,
  UpstreamDescriptor,
  EnvDescriptor,
  ErrorCase,
  ErrorTable,
  FailureTest,
  HandlerBehavior,
  HandlerProgram,
  HttpBehavior,
  HttpStep,
  IntrospectionDescriptor,
  LimitsDescriptor,
  ObjectSchema,
  OutputFormat,
  ResultRule,
  ResultSource,
  ResultTable,
  ServerDescriptor,
  SkillDescriptor,
  ServedFile,
  SkillTable,
  Conditions,
  OmitTable,
  Slice,
  ToolAccess,
  ToolAnnotations,
  ToolDescriptor,
  ToolTable,
  TranslateTable,
  Transport,
  ViaBehavior,
} from './descriptor/descriptor.ts';
export type { ConnectionAuth, LoginRequest, MultipartFile, QueryValue } from './descriptor/http-descriptor.ts';
export type { FieldConfig, FormConfig, ViewConfig, ViewDescriptor } from './descriptor/view-descriptor.ts';
export type { Origins } from './server/origins.ts';
export type {
  PromptArgument,
  PromptDescriptor,
  PromptMessage,
  ResourceDescriptor,
} from './descriptor/offer-descriptor.ts';
export type { Json, JsonObject } from './language/json.ts';
export type { FolderFiles, ProgramOutput, RunHandlerProgram, RunOptions } from './server/programs.ts';
export type { SendRequest, ServiceReply, ServiceRequest } from './server/service.ts';
export type { Schema, SchemaType } from './language/schema.ts';
