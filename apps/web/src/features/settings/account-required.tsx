import { Link } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { PATHS } from '#shared/lib/paths.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { settingsMessages as words } from './messages.es.ts';
import { SettingRow } from './setting-row.tsx';

/** Shows an anonymous demo user the purpose of a section, and a link to the page where they can create an account. */
export const AccountRequired = ({ text }: { readonly text: string }) => (
  <div>
    <SettingRow
      icon={<UserRoundPlus size={18} className="shrink-0 text-fg-3" aria-hidden />}
      title={words.withAccount}
      hint={text}
    >
      <Link to={PATHS.profile} className={buttonClass()}>
        {words.createAccount}
      </Link>
    </SettingRow>
  </div>
);
