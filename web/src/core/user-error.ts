/** An error with a message for the user. The messages of other errors are for developers. */
export class UserError extends Error {
  override name = "UserError";
}

/** The message of any error, for the user. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
