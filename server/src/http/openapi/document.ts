import type { ProblemCode } from '@slipway/api';

/* The parts of OpenAPI 3.1 that our document uses. */

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
  /** One named example for each of several shapes. */
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
  /** The problem codes with this status. */
  'x-problems'?: ProblemCode[];
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** A sentence about who may call. */
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

/** `publicUrl` contains `{slug}`. */
export interface DeploymentUrls {
  baseUrl: string;
  publicUrl: string;
}
