import type { ProblemCode } from '@slipway/api';

/* The shape of the OpenAPI 3.1 document, as far as ours uses it, and of what is made from it. */

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: unknown;
  example?: string;
}

export interface MediaContent {
  schema: unknown;
  example?: unknown;
  /** Where there are several shapes, one of each by its name. */
  examples?: Record<string, { value: unknown }>;
}

export interface OpenApiServer {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; description: string }>;
}

export interface OpenApiResponse {
  description: string;
  content?: Record<string, MediaContent>;
  /** The codes of the problems that have this status. */
  'x-problems'?: ProblemCode[];
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Who may call, in words. */
  'x-who': string;
  security?: Record<string, string[]>[];
  servers?: OpenApiServer[];
  parameters: OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, MediaContent> };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: OpenApiServer[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

/** Where a deployment answers; `publicUrl` holds `{slug}`. */
export interface DeploymentUrls {
  baseUrl: string;
  publicUrl: string;
}
