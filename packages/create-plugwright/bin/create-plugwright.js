#!/usr/bin/env node
// Committed, because npm links a bin only if the file is there when it installs.
import "../dist/cli.js";
