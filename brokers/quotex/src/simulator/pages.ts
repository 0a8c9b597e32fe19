/**
 * Returns the sign-in page, reduced to the hidden inputs and settings that a client reads. The other pages of this file
 * are reduced in the same way.
 */
export const signInPage = (formToken: string): string => `<!DOCTYPE html>
<html lang="en"><head><title>Sign in</title></head><body>
<form method="POST" action="/en/sign-in/">
<input type="hidden" name="_token" value="${formToken}">
<input type="email" name="email"><input type="password" name="password">
<input type="checkbox" name="remember" value="1" checked>
</form></body></html>`;

export const codePage = (formToken: string): string => `<!DOCTYPE html>
<html lang="en"><head><title>Sign in</title></head><body>
<p>Please enter the PIN-code we've just sent to your email</p>
<form method="POST" action="/en/sign-in/modal">
<input type="hidden" name="_token" value="${formToken}">
<input type="hidden" name="keep_code" value="1">
<input type="text" name="code">
</form></body></html>`;

export const tradePage = (token: string): string => `<!DOCTYPE html>
<html lang="en"><head><title>Trade</title>
<script type="text/javascript">
window.settings = ${JSON.stringify({ token, locale: 'en', demo: { refill: true } })};</script>
<script type="text/javascript">window.dataLayer = {};</script>
</head><body></body></html>`;

export const CHALLENGE_PAGE = `<!DOCTYPE html>
<html lang="en-US"><head><title>Just a moment...</title></head>
<body><div id="cf-chl-widget"></div><script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script></body></html>`;
