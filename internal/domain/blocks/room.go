package blocks

import "github.com/tandem-verifier/tandem/internal/domain"

// makeRoom moves dimensions out of the blocks of ds so that these fit together.
func (s *sparse[B]) makeRoom(r State[B], _ []domain.Dim) State[B] { return r }
