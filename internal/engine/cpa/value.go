package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
)

var valuePart = part{name: "value", doc: "explicit values of what the precision tracks, or of all", options: []string{"all"}, open: openValue}

func openValue(_ context.Context, w *worker, option string) (cpa.Analysis, error) {
	return value.New(w.task.Program, w.meaning(value.Domain()), option == "all"), nil
}
