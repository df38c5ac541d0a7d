import type { Page } from "@playwright/test";
import type { Work } from "../web/src/core/work";

export function storeWork(page: Page, address: string, work: Partial<Work> & Pick<Work, "files">): Promise<void>;
