// Which locations belong to which of the sources that describe what can be called. A label is known before its connector is loaded.
import type { ConnectorLabel } from './index.ts'

type Label = Omit<ConnectorLabel, 'load'>

/** OpenAPI and Swagger documents. */
export const openApiLabel: Label = { type: 'openapi', title: 'OpenAPI 3 or Swagger 2 document', claims: (location, head) => /(?:openapi|swagger|[-_.]oas\d?)[^/]*\.(?:json|ya?ml)$/i.test(location) || /(?:^|[{,])\s*"?(?:openapi|swagger)"?\s*:\s*["']?[23]\b/m.test(head) }

/** Folders with SKILL.md. */
export const skillsLabel: Label = { type: 'skills', title: 'folder of skills (SKILL.md)', claims: (location) => /(?:^|[\\/])(?:skills?[\\/]?|SKILL\.md)$/.test(location) }

/** Servers of the Model Context Protocol. Adding one is the consent to start its command. */
export const mcpLabel: Label = { type: 'mcp', title: 'MCP server (stdio:COMMAND, which is started, or an http address)', claims: (location) => /^stdio:/i.test(location) || /^https?:\/\/[^?#]*\/mcp\/?$/i.test(location) }

/** Functions of modules. They are run when a plan invokes them, never by a scan. */
export const functionsLabel: Label = { type: 'functions', title: 'functions of a JavaScript or TypeScript module', claims: (location) => /\.skill\.json$|\.(?:mjs|js|mts|ts)$/i.test(location) }

/** GraphQL schemas. */
export const graphqlLabel: Label = { type: 'graphql', title: 'GraphQL schema (SDL)', claims: (location) => /\.(?:graphqls?|gql|sdl)$/i.test(location) }

/** AsyncAPI documents. */
export const asyncApiLabel: Label = { type: 'asyncapi', title: 'AsyncAPI 2 or 3 document', claims: (location, head) => /asyncapi[^/]*\.(?:json|ya?ml)$/i.test(location) || /(?:^|[{,])\s*"?asyncapi"?\s*:\s*["']?[23]\b/m.test(head) }
