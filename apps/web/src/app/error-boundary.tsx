import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

type State = { readonly failure: Error | null };

/** Catches errors that occur outside the router, such as in the providers. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }

  override componentDidCatch(failure: unknown, info: ErrorInfo): void {
    console.error(failure, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failure ? <CrashScreen error={this.state.failure} /> : this.props.children;
  }
}
