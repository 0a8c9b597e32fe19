import { z } from 'zod';

/** Describes a response that is a text and not JSON. @param mediaType such as `text/html` */
export const textResponse = (mediaType: string) => ({ content: { [mediaType]: { schema: z.string() } } });

/** Describes a response without a body: status 204, or a redirect. */
export const emptyResponse = (description: string) => z.null().describe(description);
