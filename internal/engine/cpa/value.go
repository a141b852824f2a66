package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
)

var valuePart = part{name: "value", doc: "explicit values: at first all, and what is refined when they are many; all; or what is refined only",
	options: values, check: oneOf("option", values), open: openValue}

// values are the options: from when on values are tracked.
var values = []string{"all", "refined"}

func openValue(_ context.Context, w *worker, option string) (cpa.Analysis, error) {
	return value.New(w.task.Program, w.meaning(value.Domain()), value.Mode(option)), nil
}
