import { useAuth } from '#shared/auth/auth-context.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { EmailCard } from './email-card.tsx';
import { profileMessages as words } from './messages.es.ts';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { UpgradeCard } from './upgrade-card.tsx';

/** Renders the page of user data, trading defaults and sign-in data. A demo user can create an account here. */
export function ProfilePage() {
  usePageTitle(words.title);
  const { user } = useAuth();
  return (
    <>
      <h1 className="pt-1">{words.title}</h1>
      <div className="grid max-w-[1040px] grid-cols-2 items-start gap-4 max-lg:grid-cols-1">
        {user?.is_anonymous ? (
          <>
            <UpgradeCard />
            <ProfileCard />
          </>
        ) : (
          <>
            <ProfileCard />
            <div className="grid gap-4">
              <EmailCard />
              <PasswordCard />
            </div>
          </>
        )}
      </div>
    </>
  );
}
