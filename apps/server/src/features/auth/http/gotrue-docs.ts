import type { z } from 'zod';

/** Returns the documentation of a route of `/auth/v1`. Its successful response must match the schema `answer`. */
export const gotrueDocs = <Answer extends z.ZodType>(summary: string, answer: Answer) => ({
  schema: { tags: ['Autenticación'], summary, response: { 200: answer } },
});

/** Like {@link gotrueDocs}, for a route that needs the bearer token of a user. */
export const signedInDocs = <Answer extends z.ZodType>(summary: string, answer: Answer) => ({
  schema: { ...gotrueDocs(summary, answer).schema, security: [{ bearer: [] }] },
});
