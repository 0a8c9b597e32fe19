import { z } from 'zod';
import { isPhoneOrNone } from '#shared/lib/phone.ts';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.errors;

const email = z.string().trim().min(1, words.emailMissing).pipe(z.email(words.emailWrong));

export const LoginInput = z.object({ email, password: z.string().min(1, words.passwordMissing) });
export type LoginInput = z.infer<typeof LoginInput>;

export const RegisterInput = z.object({
  email,
  password: z.string().min(8, words.passwordShort),
  username: z
    .string()
    .trim()
    .min(3, words.usernameShort)
    .regex(/^[\p{L}\d._-]+$/u, words.usernameWrong),
  first_name: z.string().trim().min(1, words.firstNameMissing),
  last_name: z.string().trim().min(1, words.lastNameMissing),
  phone: z.string().trim().refine(isPhoneOrNone, words.phoneWrong),
  adult: z.boolean().refine((checked) => checked, words.adult),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const EmailInput = z.object({ email });
export const NewPasswordInput = z.object({ password: z.string().min(8, words.passwordShort) });
